/**
 * Opens every screen of the app in Firefox, with the sample server (`npm run firefox`). Fails if a screen has no visible
 * title, an error in the console or an uncaught error. LARDER_FIREFOX is the path of the browser.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import puppeteer from "puppeteer-core";
import { build, preview } from "vite";

/** In milliseconds. Several checks can run on the machine. */
const TIMEOUT = 60_000;
/** The time in which the data of a screen loads after its title, in milliseconds. */
const LOADING_TIME = 700;

/** The addresses of all routes, with a location of the sample data. A route of other addresses is a missing page. */
const routes = JSON.parse(readFileSync(path.join(import.meta.dirname, "../functions/analytics/screens.json"), "utf8"));
const addresses = routes.map((route) => route.replace(/:id\??/, "IL_0001").replace("*", "no/such/screen"));

const outDir = mkdtempSync(path.join(tmpdir(), "larder-firefox-"));
const vite = {
  root: import.meta.dirname,
  configFile: path.join(import.meta.dirname, "vite.mock.config.ts"),
  mode: "mock",
};
await build({ ...vite, logLevel: "warn", build: { outDir, emptyOutDir: true, sourcemap: false } });
const server = await preview({ ...vite, build: { outDir }, preview: { host: "127.0.0.1", port: 0, proxy: {} } });
const origin = server.resolvedUrls.local[0];
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.env.LARDER_FIREFOX ?? "/usr/bin/firefox-esr",
  headless: true,
});

let failed = 0;
try {
  for (const address of addresses) {
    const errors = await errorsAt(address);
    console.log(`${errors.length === 0 ? "ok  " : "FAIL"} ${address}`);
    for (const error of errors) console.log(`       ${error}`);
    if (errors.length > 0) failed += 1;
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true });
}
console.log(`${addresses.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Opens the screen, and returns what went wrong. */
async function errorsAt(address) {
  const errors = [];
  const page = await browser.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
  try {
    await page.goto(new URL(address, origin).href, { timeout: TIMEOUT });
    await page.waitForSelector("h1", { visible: true, timeout: TIMEOUT });
    await new Promise((resolve) => setTimeout(resolve, LOADING_TIME));
  } catch (error) {
    errors.push(error.message);
  } finally {
    await page.close();
  }
  return errors;
}
