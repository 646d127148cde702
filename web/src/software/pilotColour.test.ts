import { expect, it } from "vitest";
import { pilotOf } from "./inventory/pilot.fixture";
import { pilotHues } from "./pilotColour";

it("spec 2.1, each pilot gets its own display colour, whatever order they come in", () => {
  const pilots = Array.from({ length: 40 }, (_, index) => pilotOf({ id: `pilot-${index}` }));
  const hues = pilotHues(pilots);
  expect(new Set(hues.values()).size).toBe(pilots.length);
  expect(pilotHues(pilots.toReversed())).toEqual(hues);
});
