import { defineConfig } from "@playwright/test";
import { stack, webUrl } from "./e2e/stack";

/** The test that fills an unseeded stack, and the tests that run on it afterwards. */
const FILL = "unseeded.spec.ts";
const JOURNEYS = ["location-edit.spec.ts", "pars-upload.spec.ts", "routes-view.spec.ts", "users-permissions.spec.ts"];

/** The test that stores scripts in every text. Other tests would find its texts. */
const ATTACK = "attack.spec.ts";

const unseeded = process.env.LARDER_UNSEEDED === "1";
const attacks = process.env.LARDER_ATTACK === "1";

/** The tests need a running stack: scripts/test starts its own, and `./scripts/up` starts one for manual runs. */
export default defineConfig({
  testDir: "e2e",
  ...(unseeded
    ? {
        projects: [
          { name: "fill", testMatch: FILL },
          { name: "journeys", testMatch: JOURNEYS, dependencies: ["fill"] },
        ],
      }
    : attacks
      ? { testMatch: ATTACK }
      : { testIgnore: [FILL, ATTACK] }),
  outputDir: "test-results",
  reporter: "list",
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The emulator resolves sibling fields sequentially, and everything runs on two cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: webUrl(stack()),
    locale: "en-US",
    timezoneId: "America/Chicago",
    // Animations would make color checks unreliable and use CPU time for each frame.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing takes 20% more time. Failed tests always have a screenshot.
    trace: process.env.CI ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.LARDER_CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not support root, the usual user in a container.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
