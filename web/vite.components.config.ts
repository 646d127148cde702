import path from "node:path";
import { defineConfig, mergeConfig } from "vite";
import app from "./vite.config";

/** The configuration of `npm run dev:components`. The app's build does not use it. */
export default mergeConfig(
  app,
  defineConfig({
    root: path.resolve("components"),
    publicDir: path.resolve("public"),
    server: { fs: { allow: [".."] } },
    // A separate folder, because other modules are bundled than for `npm run dev`.
    cacheDir: path.resolve("node_modules/.vite-components"),
  }),
);
