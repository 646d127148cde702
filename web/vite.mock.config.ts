import path from "node:path";
import { defineConfig, mergeConfig, type Plugin } from "vite";
import app from "./vite.config";

/** The modules that use Amplify, with the mock that replaces each. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  ["auth", "credentials"].map((name) => [path.resolve(`src/session/${name}.ts`), path.resolve(`test/mock/${name}.ts`)]),
);

const PRELOADED_CONFIG = /<link rel="preload"[^>]* href="\/config\.json"[^>]*>/;

/** Starts the app with the sample server in the browser and without Amplify. */
function mockServer(): Plugin {
  return {
    name: "mock-server",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved ? (REPLACEMENTS.get(resolved.id) ?? null) : null;
    },
    transformIndexHtml: {
      order: "pre",
      // The sample server returns the configuration, so the browser would warn about a preload that is not used.
      handler: (html) => html.replace("/src/main.tsx", "/test/mock/main.ts").replace(PRELOADED_CONFIG, ""),
    },
  };
}

/** The configuration of `npm run dev:mock` and `npm run firefox`. */
export default mergeConfig(
  app,
  defineConfig({
    plugins: [mockServer()],
    // The schema and the OpenAPI document are outside of this folder.
    server: { fs: { allow: [".."] } },
    optimizeDeps: { entries: ["test/mock/main.ts"] },
    // A separate folder, because other modules are bundled than for `npm run dev`.
    cacheDir: "node_modules/.vite-mock",
  }),
);
