import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import app from "./vite.config";

const tests = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`);
/** Whether a file puts something in the place of a module, which others keep. */
const isApart = (file: string) => readFileSync(file, "utf8").includes("vi.mock(");

export default mergeConfig(
  app,
  defineConfig({
    test: {
      environment: "happy-dom",
      // The files of one process share the modules that they load: half the time.
      projects: [
        { extends: true, test: { name: "together", include: tests.filter((file) => !isApart(file)), isolate: false } },
        { extends: true, test: { name: "apart", include: tests.filter(isApart) } },
      ],
      setupFiles: ["test/setup.ts"],
      mockReset: true,
      // A whole screen is drawn and used in a test, at times on a busy machine.
      testTimeout: 30_000,
      unstubGlobals: true,
      environmentOptions: {
        happyDOM: {
          settings: {
            // A test of the page's scripts names some that are not there.
            handleDisabledFileLoadingAsSuccess: true,
            // A click on a link would leave the page that all tests share: even one that saves a file.
            navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
          },
        },
      },
    },
  }),
);
