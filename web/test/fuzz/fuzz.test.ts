/**
 * Runs every parser of the web app with arbitrary texts. `./scripts/fuzz` sets LARDER_FUZZ_INPUTS and
 * LARDER_FUZZ_SECONDS, and prints the table.
 */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { arbitraryText } from "./input";
import { TARGETS } from "./targets";

const INPUTS = Number(process.env.LARDER_FUZZ_INPUTS ?? 256);
const SECONDS = Number(process.env.LARDER_FUZZ_SECONDS ?? 60);
/** The time that one text may take, in milliseconds. */
const MAX_MILLISECONDS = 2_000;
const PRINTS = process.env.LARDER_FUZZ_INPUTS !== undefined;

const table: string[] = [];

afterAll(() => {
  if (PRINTS) process.stdout.write(`${table.join("\n")}\n`);
});

test.each(TARGETS)(
  "the parser of $name never throws",
  async ({ name, seeds, run }) => {
    const start = performance.now();
    let done = 0;
    let before = start;
    while (done < INPUTS && before - start < SECONDS * 1000) {
      const text = arbitraryText(seeds, done);
      let violation: string | null;
      try {
        const result = run(text);
        violation = result instanceof Promise ? await result : result;
      } catch (error) {
        violation = String(error);
      }
      const now = performance.now();
      if (violation !== null) expect.fail(`text ${done}, ${JSON.stringify(text)}: ${violation}`);
      if (now - before > MAX_MILLISECONDS) expect.fail(`text ${done}, ${JSON.stringify(text)}: ${now - before} ms`);
      before = now;
      done += 1;
    }
    expect(done).toBeGreaterThan(0);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    table.push(`${name.padEnd(26)} ${String(done).padStart(10)} ${seconds.padStart(9)} ${"0".padStart(9)}`);
  },
  (SECONDS + 60) * 1000,
);

test("every exported parser of the web app has a target", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|bench)\.tsx?$/.test(file),
  );
  const parsers = files.flatMap((file) => {
    const names = readFileSync(`src/${file}`, "utf8").matchAll(
      /^export (?:async )?function ((?:parse|decode)[A-Za-z]*)\b/gm,
    );
    return [...names].map(([, name]) => `${file.replace(/\.tsx?$/, "")}: ${name}`);
  });
  // Some targets also call functions with other names, such as `readSheet`.
  const called = TARGETS.flatMap((target) => target.parsers).filter((parser) => /: (?:parse|decode)/.test(parser));
  expect(called.toSorted(), "add the parser to a target in test/fuzz/targets.ts").toEqual(parsers.toSorted());
});

test("the number of a text determines it, and texts differ", () => {
  const texts = Array.from({ length: 500 }, (_, number) => arbitraryText(["2026-11-21"], number));
  expect(texts).toEqual(Array.from({ length: 500 }, (_, number) => arbitraryText(["2026-11-21"], number)));
  expect(new Set(texts).size).toBeGreaterThan(300);
});
