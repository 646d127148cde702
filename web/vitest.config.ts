import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import app from "./vite.config";

const tests = ["src", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);
/** Whether a file mocks or reloads modules. Such files need their own process, because this would affect other files. */
const mocksModules = (file: string) => /\bvi\.(mock|resetModules)\(/.test(readFileSync(file, "utf8"));

export default mergeConfig(
  app,
  defineConfig({
    // The schema and the OpenAPI document are outside of this folder.
    server: { fs: { allow: [".."] } },
    test: {
      environment: "happy-dom",
      // Files without isolation share their loaded modules, which halves the time.
      projects: [
        {
          extends: true,
          test: { name: "shared", include: tests.filter((file) => !mocksModules(file)), isolate: false },
        },
        { extends: true, test: { name: "isolated", include: tests.filter(mocksModules) } },
      ],
      setupFiles: ["test/setup.ts"],
      mockReset: true,
      // Ends tests that hang. Tests at the size limits of files need seconds, and ten times as long while a compiler runs.
      testTimeout: 180_000,
      unstubGlobals: true,
      environmentOptions: {
        happyDOM: {
          settings: {
            // A test about the page's scripts refers to files that do not exist.
            handleDisabledFileLoadingAsSuccess: true,
            // Tests share one page. A click on a link, even on a download, would navigate away from it.
            navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
          },
        },
      },
    },
  }),
);
