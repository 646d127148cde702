import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { temperatureTone } from "./colours";
import { degrees, degreesText } from "./degrees";

interface Case {
  readonly temperature: number;
  readonly text: string;
}

const CASES = JSON.parse(readFileSync("../functions/health/cases/degrees.json", "utf8")) as readonly Case[];

test.each(CASES)("$temperature reads $text", ({ temperature, text }) => {
  expect(degrees(temperature)).toBe(text);
});

test("a temperature that is shown has the color of what it reads", () => {
  for (let hundredths = 3700; hundredths <= 4200; hundredths += 1) {
    const temperature = hundredths / 100;
    expect(temperatureTone(Number(degreesText(temperature)))).toBe(temperatureTone(temperature));
  }
});

test("an unknown temperature has no text", () => {
  expect([degrees(null), degrees(undefined)]).toEqual([null, null]);
});
