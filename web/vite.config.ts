import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Connect, type Plugin, type ProxyOptions } from "vite";

/** Written by scripts/up: where the local stack listens. The web app's run-time configuration lies beside it. */
const STACK_FILE = path.resolve(process.env.LARDER_STACK ?? "../.local/stack.json");
const CONFIG_FILE = path.resolve(process.env.LARDER_CONFIG ?? path.join(path.dirname(STACK_FILE), "config.json"));
const DEFAULT_ENDPOINT = "http://127.0.0.1:4566";

interface Stack {
  readonly endpoint?: string;
  readonly live?: { readonly realtimeHost: string };
}

function stack(): Stack {
  return existsSync(STACK_FILE) ? (JSON.parse(readFileSync(STACK_FILE, "utf8")) as Stack) : {};
}

/** Read at each request, so that a new deploy is seen without a restart. */
const serveConfig: Connect.NextHandleFunction = (request, response, next) => {
  if (request.url?.split("?")[0] !== "/config.json") {
    next();
    return;
  }
  response.setHeader("cache-control", "no-store");
  response.setHeader("content-type", "application/json");
  if (existsSync(CONFIG_FILE)) {
    response.end(readFileSync(CONFIG_FILE));
  } else {
    response.statusCode = 404;
    response.end(JSON.stringify({ message: "There is no config.json: run ./scripts/up" }));
  }
};

function runtimeConfig(): Plugin {
  return {
    name: "runtime-config",
    configureServer: (server) => void server.middlewares.use(serveConfig),
    configurePreviewServer: (server) => void server.middlewares.use(serveConfig),
  };
}

/** The emulator answers preflights without CORS headers, so the browser reaches it through the app's own origin. */
const target = stack().endpoint ?? DEFAULT_ENDPOINT;
const proxy: Record<string, ProxyOptions> = {
  "/_aws": { target, changeOrigin: true, rewrite: (url) => url.replace(/^\/_aws/, "") },
  // The socket of live events: the emulator tells the API by the host, which is read anew for each socket.
  "/_live": {
    target,
    ws: true,
    rewrite: (url) => url.replace(/^\/_live/, ""),
    configure: (server) =>
      server.on("proxyReqWs", (request) => {
        const host = stack().live?.realtimeHost;
        if (host) request.setHeader("host", host);
      }),
  },
};

export default defineConfig({
  plugins: [react(), runtimeConfig()],
  define: { __VERSION__: JSON.stringify(process.env.LARDER_VERSION ?? "dev") },
  server: { proxy },
  // Only workers import it: found when the first one starts, it would have the page load anew.
  optimizeDeps: { include: ["papaparse"] },
  preview: { proxy },
  build: {
    target: "es2023",
    // For a developer who debugs a build; scripts/deploy does not publish them.
    sourcemap: "hidden",
    // What the first screen needs of libraries is more, and would only come in more requests.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen begins with, in two files: without groups it is split by who else uses it, into 34.
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 1 },
            { name: "start", tags: ["$initial"] },
          ],
        },
      },
    },
  },
  // Modules, so that a worker too loads some of its code only when it is needed.
  worker: { format: "es" },
});
