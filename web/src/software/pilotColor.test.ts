import { expect, it } from "vitest";
import { pilotStyle } from "./pilotColor";

/** The hue of the colors of a pilot in degrees, which is the same on light and dark backgrounds. */
function hueOf(id: string): number {
  const hues = Object.values(pilotStyle(id)).map((color) => Number(/^hsl\(([\d.]+) /.exec(String(color))?.[1]));
  expect(new Set(hues).size).toBe(1);
  return hues[0] ?? Number.NaN;
}

it("each pilot has a distinct color (SWR-5)", () => {
  const hues = Array.from({ length: 40 }, (_, index) => hueOf(`pilot-${index}`));
  expect(new Set(hues).size).toBe(hues.length);
  for (const hue of hues) expect(hue).toBeGreaterThanOrEqual(0);
  for (const hue of hues) expect(hue).toBeLessThan(360);
});

it("a pilot always has the same color (SWR-5)", () => {
  // Users remember the colors, so they must not change between releases either.
  expect(["pilot-1", "pilot-2", "0199a4f0-0000-7000-8000-000000000001"].map(hueOf)).toEqual([228.41, 45.75, 64.62]);
});
