import { expect, it } from "vitest";
import { pilotHue } from "./pilotColour";

it("spec 2.1, each pilot has its own display color", () => {
  const hues = Array.from({ length: 40 }, (_, index) => pilotHue(`pilot-${index}`));
  expect(new Set(hues).size).toBe(hues.length);
  for (const hue of hues) expect(hue).toBeGreaterThanOrEqual(0);
  for (const hue of hues) expect(hue).toBeLessThan(360);
});

it("a pilot keeps its color whichever other pilots are loaded", () => {
  // The id alone decides. People remember the color, so it does not change between versions either.
  expect(["pilot-1", "pilot-2", "0199a4f0-0000-7000-8000-000000000001"].map(pilotHue)).toEqual([228.41, 45.75, 64.62]);
});
