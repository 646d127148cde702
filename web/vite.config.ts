import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Connect, type Plugin, type ProxyOptions } from "vite";
import { theme } from "./src/lib/theme";

/** scripts/up writes this file with the URL of the local stack. The app's config.json is in the same folder. */
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

const THEME_CSS = "virtual:theme.css";

/** The style sheets of Amplify's components that the app imports. */
function amplifyStyles(): string {
  const imports = ["src/ui/styles.css", "src/session/authenticator.css"].map((file) => readFileSync(file, "utf8"));
  const names = [...imports.join("\n").matchAll(/@import "@aws-amplify\/ui-react\/styles\/([\w.]+)"/g)];
  const folder = "node_modules/@aws-amplify/ui-react/dist/styles";
  return names.map(([, name = ""]) => readFileSync(path.join(folder, name), "utf8")).join("\n");
}

/** The theme as a style sheet, without the variables of components that the app does not use. */
function themeStyles(): Plugin {
  const declaration = /(--amplify-components-[\w-]+):([^;]*);/g;
  const withUsedVariables = (css: string) => {
    const used = new Set(amplifyStyles().match(/--amplify-components-[\w-]+/g));
    // Variables of one component refer to variables of another one.
    for (const [, name = "", value = ""] of [...css.matchAll(declaration)].reverse()) {
      if (used.has(name)) for (const other of value.match(/--amplify-components-[\w-]+/g) ?? []) used.add(other);
    }
    return css.replace(declaration, (text, name: string) => (used.has(name) ? text : ""));
  };
  return {
    name: "theme-styles",
    resolveId: (source) => (source === THEME_CSS ? `\0${THEME_CSS}` : null),
    load: (id) => (id === `\0${THEME_CSS}` ? withUsedVariables(theme.cssText) : null),
  };
}

/** The file is read at each request, so that a new deployment does not need a restart. */
const serveConfig: Connect.NextHandleFunction = (request, response, next) => {
  if (request.url?.split("?")[0] !== "/config.json") {
    next();
    return;
  }
  response.setHeader("cache-control", "no-cache");
  response.setHeader("content-type", "application/json");
  if (existsSync(CONFIG_FILE)) {
    response.end(readFileSync(CONFIG_FILE));
  } else {
    response.statusCode = 404;
    response.end(JSON.stringify({ message: "config.json not found. Run ./scripts/up." }));
  }
};

function runtimeConfig(): Plugin {
  return {
    name: "runtime-config",
    configureServer: (server) => void server.middlewares.use(serveConfig),
    configurePreviewServer: (server) => void server.middlewares.use(serveConfig),
  };
}

/** The emulator sends no CORS headers for preflight requests, so the browser calls it through the app's own origin. */
const target = stack().endpoint ?? DEFAULT_ENDPOINT;
const proxy: Record<string, ProxyOptions> = {
  "/_aws": { target, changeOrigin: true, rewrite: (url) => url.replace(/^\/_aws/, "") },
  // The WebSocket for live events. The emulator selects the API by the host header, which is read for each socket.
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

/** Modules for the file `kit`: not those of the dialog, of the table and of forms, which not all screens load. */
const KIT = /src\/(lib|session|api|ui)\/(?!(table|bulk|form)\/(?!useTableViews|savedViews)|Dialog)/;
/** The modules that load the locations list, which also several other screens show. */
const FLEET = /src\/locations\/list\/(?!use|filters|order|summary)\w+(\.generated)?\.ts$/;

/** The files of the first screen. */
const START_FILES: ReadonlySet<string> = new Set(["libraries", "start"]);

export default defineConfig({
  plugins: [
    react(),
    runtimeConfig(),
    themeStyles(),
    { ...optimizeLocales.vite({ locales: ["en-US"] }), enforce: "pre" },
  ],
  define: { __VERSION__: JSON.stringify(process.env.LARDER_VERSION ?? "dev") },
  // The help shows pictures of docs/screens.
  server: { proxy, fs: { allow: [".", "../docs/screens"] } },
  // Only lazy screens and workers import it. Without this entry, Vite would discover it later and reload the page.
  optimizeDeps: { include: ["papaparse"] },
  // Prevents that Vite compresses each response again. The browser runs on the same machine.
  preview: { proxy, headers: { "content-encoding": "identity" } },
  build: {
    target: "es2023",
    // For debugging a build. scripts/deploy does not publish the source maps.
    sourcemap: "hidden",
    // For `npm run budgets`.
    manifest: true,
    // All supported browsers preload modules.
    modulePreload: { polyfill: false },
    // The libraries of the first screen exceed the default limit; splitting them would only add requests.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Reading a property has no effect in these libraries. Without it, sign-in contains Amplify's texts in all languages.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first file lists the others. Names without words make it 2 kB smaller.
        chunkFileNames: ({ name }) => (START_FILES.has(name) ? "assets/[name]-[hash].js" : "assets/[hash].js"),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css")) ? "assets/[hash][extname]" : "assets/[name]-[hash][extname]",
        codeSplitting: {
          // Two files for the code that every screen needs. Without groups, the bundler creates 34.
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "start", tags: ["$initial"], priority: 2 },
            // Small modules that most screens need. Each would be a file, and each file of a screen delays its first paint.
            { name: "kit", test: KIT, maxModuleSize: 6_000, minShareCount: 16, priority: 1 },
            { name: "aria", test: /node_modules\/(react-(aria|stately)|use-sync)/, minShareCount: 12 },
            { name: "table", test: /src\/ui\/(table|bulk)\//, minShareCount: 8 },
            { name: "fleet", test: FLEET, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // ES modules let workers load code on demand.
  worker: { format: "es" },
});
