/**
 * Measures the built app with Lighthouse on the five busiest screens (`npm run lighthouse` after `npm run build`, or
 * `./scripts/bench web`). The screens contain sample data, and a user is signed in. Prints the median of three runs of
 * each screen. LARDER_CHROMIUM is the path of the browser.
 *
 * Other programs delay the main thread, so the blocking time and the performance score depend on their load. The score
 * "by CPU" counts the CPU time of tasks instead. A low score only sets the exit code with `--strict`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import lighthouse, { desktopConfig } from "lighthouse";
import { getLogNormalScore } from "lighthouse/shared/statistics.js";
import puppeteer from "puppeteer-core";
import { serveApp, sessionEntries } from "./servedApp.js";

const SCREENS = [
  ["Home", "/home"],
  ["Fleet health", "/portfoliohealth"],
  ["Stocking dashboard", "/reports/checkpoints?show=routes"],
  ["Locations list", "/locations/all"],
  ["Workspace of a fridge", "/locations/overview/IL_0001"],
];
const CATEGORIES = ["performance", "accessibility", "best-practices"];
/** The minimum scores, and the maximum layout shift. */
const GOALS = { byCpu: 95, accessibility: 100, "best-practices": 100 };
const MAX_SHIFT = 0.02;
/** Lighthouse's parameters of the blocking time's score on desktops, in milliseconds. */
const BLOCKING_SCORE = { p10: 150, median: 350 };
/** The part of a task that does not count as blocking, in milliseconds. */
const SHORT_TASK = 50;

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    screen: { type: "string" },
    /** The folder for the complete reports. */
    reports: { type: "string" },
    strict: { type: "boolean", default: false },
  },
});

const { origin, stop } = await serveApp({ dist: path.join(import.meta.dirname, "dist") });
const browser = await puppeteer.launch({
  executablePath: process.env.LARDER_CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  // Chromium's sandbox does not support root, the usual user in a container.
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

let failed = 0;
try {
  console.log(
    "screen                  performance  by CPU accessibility best-practices   shift   FCP ms  LCP ms  TBT ms  by CPU",
  );
  for (const [name, address] of SCREENS.filter(([name]) => !options.screen || name === options.screen)) {
    const runs = [];
    for (let run = 0; run < Number(options.runs); run += 1) runs.push(await measure(address));
    runs.sort((one, other) => one.scores.byCpu - other.scores.byCpu);
    const { scores, metrics, failures, report } = runs[Math.floor(runs.length / 2)];
    const columns = [
      String(scores.performance).padStart(11),
      String(scores.byCpu).padStart(8),
      String(scores.accessibility).padStart(14),
      String(scores["best-practices"]).padStart(15),
      metrics.shift.toFixed(3).padStart(8),
      ...[metrics.firstPaint, metrics.largestPaint, metrics.blocking, metrics.blockingByCpu].map((value) =>
        value.toFixed(0).padStart(8),
      ),
    ];
    console.log(`${name.padEnd(24)}${columns.join("")}`);
    for (const failure of failures) console.log(`    ${failure}`);
    const isLow =
      Object.entries(GOALS).some(([category, goal]) => scores[category] < goal) || metrics.shift > MAX_SHIFT;
    if (isLow) failed += 1;
    if (options.reports) {
      mkdirSync(options.reports, { recursive: true });
      writeFileSync(path.join(options.reports, `${name.replaceAll(" ", "-").toLowerCase()}.json`), report);
    }
  }
} finally {
  await browser.close();
  await stop();
}
if (options.strict && failed > 0) process.exitCode = 1;

/** One visit of a signed-in user with an empty browser cache. */
async function measure(address) {
  const page = await browser.newPage();
  try {
    await page.goto(`${origin}/config.json`);
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, sessionEntries());
    const flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: "error" };
    const result = await lighthouse(origin + address, flags, desktopConfig, page);
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? "No result");
    const { categories, audits } = result.lhr;
    const value = (audit) => audits[audit]?.numericValue ?? Number.NaN;
    const blockingByCpu = blockingCpuTime(result.artifacts.Trace.traceEvents, value("first-contentful-paint"));
    const performance = categories.performance?.score ?? 0;
    const blockingRef = categories.performance?.auditRefs.find(({ id }) => id === "total-blocking-time");
    const gained = getLogNormalScore(BLOCKING_SCORE, blockingByCpu) - (audits["total-blocking-time"]?.score ?? 0);
    const byCpu = performance + (gained * (blockingRef?.weight ?? 0)) / 100;
    const weights = CATEGORIES.slice(1).flatMap((category) => categories[category]?.auditRefs ?? []);
    const lost = weights.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
    return {
      scores: {
        ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])),
        byCpu: Math.round(byCpu * 100),
      },
      metrics: {
        shift: value("cumulative-layout-shift"),
        firstPaint: value("first-contentful-paint"),
        largestPaint: value("largest-contentful-paint"),
        blocking: value("total-blocking-time"),
        blockingByCpu,
      },
      failures: lost.map(({ id }) => `${id}: ${audits[id]?.title}`),
      report: JSON.stringify(result.lhr),
    };
  } finally {
    await page.close();
  }
}

/** The blocking time of the main thread after the first paint, from the CPU time of its tasks, in milliseconds. */
function blockingCpuTime(events, firstPaint) {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const start = Math.min(...events.filter(({ name }) => name === "navigationStart").map(({ ts }) => ts));
  return events
    .filter(({ name, pid, tid }) => name === "RunTask" && mainThreads.has(`${pid} ${tid}`))
    .filter(({ ts }) => ts > start + firstPaint * 1000)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - SHORT_TASK), 0);
}
