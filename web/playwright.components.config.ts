import path from "node:path";
import { defineConfig } from "@playwright/test";
import { COMPONENTS, MOCK_APP } from "./components/servers";

const OUTPUT = path.resolve("../.local/components");

/** Builds a page and serves it. */
function server(config: string, url: string) {
  const { port } = new URL(url);
  const options = `--config ${config} --outDir ${OUTPUT}/${port} --logLevel warn`;
  return {
    command: `npx vite build ${options} --emptyOutDir && npx vite preview ${options} --port ${port} --host 127.0.0.1 --strictPort`,
    url,
    reuseExistingServer: !process.env.CI,
    // The build shares the processor with a compiler.
    timeout: 600_000,
  };
}

/** The tests of the components and of every screen. They need no stack: they build the pages with sample data. */
export default defineConfig({
  testDir: "components",
  outputDir: path.join(OUTPUT, "results"),
  snapshotPathTemplate: "{testDir}/screenshots/{arg}{ext}",
  reporter: "list",
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled", caret: "hide" } },
  webServer: [server("vite.components.config.ts", COMPONENTS), server("vite.mock.config.ts", MOCK_APP)],
  use: {
    locale: "en-US",
    timezoneId: "America/Chicago",
    // Animations would make color checks unreliable and use CPU time for each frame.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.LARDER_CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not support root, the usual user in a container.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
