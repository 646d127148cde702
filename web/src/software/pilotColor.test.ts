import { expect, it } from "vitest";
import { pilotHue } from "./pilotColor";

it("each pilot has a distinct color (SWR-5)", () => {
  const hues = Array.from({ length: 40 }, (_, index) => pilotHue(`pilot-${index}`));
  expect(new Set(hues).size).toBe(hues.length);
  for (const hue of hues) expect(hue).toBeGreaterThanOrEqual(0);
  for (const hue of hues) expect(hue).toBeLessThan(360);
});

it("a pilot always has the same color (SWR-5)", () => {
  // Users remember the colors, so they must not change between releases either.
  expect(["pilot-1", "pilot-2", "0199a4f0-0000-7000-8000-000000000001"].map(pilotHue)).toEqual([228.41, 45.75, 64.62]);
});
