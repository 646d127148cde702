import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/stop-status.json";
import { stopProgress, type DriverAction, type PlannedStop, type Progress, type SlipOfStop } from "./stopStatus";

interface Case {
  readonly name: string;
  readonly stops: readonly PlannedStop[];
  readonly slips: readonly SlipOfStop[];
  readonly actions: readonly DriverAction[];
  readonly progress: readonly Progress[];
}

describe("stopProgress (STK-4)", () => {
  for (const { name, stops, slips, actions, progress } of cases as readonly Case[]) {
    it(name, () => expect(stopProgress(stops, slips, actions)).toEqual(progress));

    it(`${name}, in any order of actions`, () => {
      expect(stopProgress(stops, slips, actions.toReversed())).toEqual(progress);
      for (let offset = 1; offset < actions.length; offset += 1) {
        const rotated = [...actions.slice(offset), ...actions.slice(0, offset)];
        expect(stopProgress(stops, slips, rotated)).toEqual(progress);
      }
    });

    it(`${name}, with each action repeated`, () => {
      expect(stopProgress(stops, slips, [...actions, ...actions])).toEqual(progress);
    });
  }
});
