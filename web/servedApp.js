/** Serves the built app with the sample server, for measurements of the files that a deployment serves. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { createServer as createVite } from "vite";

const CLIENT_ID = "measured";
const USER = "admin@larder.example";
const CONFIG = {
  region: "us-east-1",
  userPoolId: "us-east-1_measured",
  userPoolClientId: CLIENT_ID,
  graphqlUrl: "/graphql",
  restUrl: "/rest",
};
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".ico": "image/x-icon",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".svg", ".webmanifest"]);
const WEEK_SECONDS = 604_800;

/**
 * Serves `dist` at a free port of 127.0.0.1 or at `port`. Returns the origin and a function that stops the server.
 * `change` can replace the result of an operation, for example by a larger one.
 *
 * @param {{ dist: string, port?: number, change?: (name: string, response: any) => any }} options
 */
export async function serveApp({ dist, port = 0, change = (_name, response) => response }) {
  const vite = await createVite({
    root: import.meta.dirname,
    configFile: path.join(import.meta.dirname, "vite.mock.config.ts"),
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: "error",
  });
  const { createSampleServer } = await vite.ssrLoadModule("/test/mock/sampleServer.ts");
  const files = new Map();
  let origin = "";
  const samples = createSampleServer({
    now: new Date(),
    profile: "admin",
    graphqlUrl: CONFIG.graphqlUrl,
    restUrl: CONFIG.restUrl,
    onViolation: (error) => console.error(error),
  });

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });

  async function respond(request, response) {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    if (/^\/(graphql$|rest\/|storage\/)/.test(pathname)) {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined;
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const result = await samples.fetch(pathname + search, { method: request.method, headers, body });
      const name = pathname === "/graphql" ? operationOf(body) : `${request.method} ${pathname}`;
      const json = result.ok ? JSON.stringify(change(name, await result.json())) : await result.text();
      response.writeHead(result.status, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync(json, { level: 1 }));
    } else if (pathname === "/config.json") {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(CONFIG));
    } else {
      const { type, encoding, content, status } = fileOf(pathname);
      const cache = pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
      response.writeHead(status, { "content-type": type, "cache-control": cache, ...encoding }).end(content);
    }
  }

  /** A file of the build, or the page for the address of a screen. */
  function fileOf(pathname) {
    const known = files.get(pathname);
    if (known) return known;
    const extension = path.extname(pathname);
    const name = path.join(dist, extension === "" ? "index.html" : path.normalize(pathname));
    const type = TYPES[extension === "" ? ".html" : extension] ?? "application/octet-stream";
    let file;
    try {
      const content = readFileSync(name);
      const isCompressed = COMPRESSED.has(path.extname(name));
      file = {
        status: 200,
        type,
        encoding: isCompressed ? { "content-encoding": "gzip" } : {},
        content: isCompressed ? gzipSync(content, { level: 9 }) : content,
      };
    } catch {
      file = { status: 404, type: "text/plain", encoding: {}, content: "Not found" };
    }
    files.set(pathname, file);
    return file;
  }

  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await vite.close();
  };
  return { origin, stop };
}

function operationOf(body) {
  return /(?:query|mutation)\s+(\w+)/.exec(JSON.parse(body ?? "{}").query ?? "")?.[1] ?? "";
}

/** The entries of the browser's local storage that sign a user in. Amplify does not check the signatures of tokens. */
export function sessionEntries() {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = (claims) => {
    const times = { iat: now, exp: now + WEEK_SECONDS };
    return `${encode({ alg: "none" })}.${encode({ sub: "measured", ...times, ...claims })}.c2lnbmF0dXJl`;
  };
  const prefix = `CognitoIdentityServiceProvider.${CLIENT_ID}`;
  return {
    [`${prefix}.LastAuthUser`]: USER,
    [`${prefix}.${USER}.idToken`]: token({ email: USER, token_use: "id" }),
    [`${prefix}.${USER}.accessToken`]: token({ username: USER, client_id: CLIENT_ID, token_use: "access" }),
    [`${prefix}.${USER}.refreshToken`]: "measured",
    [`${prefix}.${USER}.clockDrift`]: "0",
  };
}
