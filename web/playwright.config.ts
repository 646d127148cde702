import { defineConfig } from "@playwright/test";
import { stack, webUrl } from "./e2e/stack";

/** The file that fills a stack that was never seeded, and those that then run on it. */
const FILL = "unseeded.spec.ts";
const JOURNEYS = ["location-edit.spec.ts", "pars-upload.spec.ts", "routes-view.spec.ts", "users-permissions.spec.ts"];

const unseeded = process.env.LARDER_UNSEEDED === "1";

/**
 * Runs against a stack that is up: scripts/test brings up one of its own, and `./scripts/up` will do by hand.
 */
export default defineConfig({
  testDir: "e2e",
  ...(unseeded
    ? {
        projects: [
          { name: "fill", testMatch: FILL },
          { name: "journeys", testMatch: JOURNEYS, dependencies: ["fill"] },
        ],
      }
    : { testIgnore: FILL }),
  outputDir: "test-results",
  reporter: "list",
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The emulator answers sibling fields one after another, and two cores run all of it.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: webUrl(stack()),
    locale: "en-US",
    timezoneId: "America/Chicago",
    // What fades in is somewhere between two colours when it is looked at, and costs the processor each frame.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs a fifth of the time; without one a failure has its picture.
    trace: process.env.CI ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.LARDER_CHROMIUM ?? "/usr/bin/chromium",
      // Chromium refuses its sandbox to root, which is who runs in a container.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
