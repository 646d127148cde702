import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { temperatureTone } from "./colors";
import { formatTemperature, formatDegrees } from "./temperature";

interface Case {
  readonly temperature: number;
  readonly text: string;
}

const CASES = JSON.parse(readFileSync("../functions/health/cases/degrees.json", "utf8")) as readonly Case[];

test.each(CASES)("formats $temperature as $text", ({ temperature, text }) => {
  expect(formatTemperature(temperature)).toBe(text);
});

test("rounding never changes the color of a temperature", () => {
  for (let hundredths = 3700; hundredths <= 4200; hundredths += 1) {
    const temperature = hundredths / 100;
    expect(temperatureTone(Number(formatDegrees(temperature)))).toBe(temperatureTone(temperature));
  }
});

test("returns null for an unknown temperature", () => {
  expect([formatTemperature(null), formatTemperature(undefined)]).toEqual([null, null]);
});
