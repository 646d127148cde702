import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import app from "./vite.config";

interface TestFile {
  readonly file: string;
  /** Whether it mocks or reloads modules. It needs its own process then, because this would affect other files. */
  readonly mocksModules: boolean;
  /** Whether it needs a page: it renders components, or starts with Vitest's comment for this environment. */
  readonly needsPage: boolean;
}

const TESTS = ["src", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name): TestFile => {
      const file = `${folder}/${name}`;
      const text = readFileSync(file, "utf8");
      return {
        file,
        mocksModules: /\bvi\.(mock|resetModules)\(/.test(text),
        needsPage: name.endsWith(".tsx") || text.startsWith("// @vitest-environment happy-dom"),
      };
    }),
);
const filesOf = (isSelected: (test: TestFile) => boolean) => TESTS.filter(isSelected).map(({ file }) => file);

const SETUP = "test/setup.ts";
/** The settings of tests that need a page. Benchmarks measure rules, so they run only in that project. */
const PAGE = { environment: "happy-dom", setupFiles: [SETUP, "test/setupPage.ts"], benchmark: { exclude: ["**"] } };

export default mergeConfig(
  app,
  defineConfig({
    // The schema and the OpenAPI document are outside of this folder.
    server: { fs: { allow: [".."] } },
    test: {
      // Files without isolation share their loaded modules, which halves the time. A page takes longer than the tests of
      // most files.
      projects: [
        {
          extends: true,
          test: {
            name: "rules",
            include: filesOf(({ mocksModules, needsPage }) => !mocksModules && !needsPage),
            setupFiles: SETUP,
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: "screens",
            include: filesOf(({ mocksModules, needsPage }) => !mocksModules && needsPage),
            ...PAGE,
            isolate: false,
          },
        },
        { extends: true, test: { name: "isolated", include: filesOf(({ mocksModules }) => mocksModules), ...PAGE } },
      ],
      // MB. Screens create many short-lived objects, so a larger young generation saves garbage collections.
      execArgv: ["--max-semi-space-size=64"],
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
