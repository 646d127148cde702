import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/stop-status.json";
import { progressOf, type Deed, type PlannedStop, type Progress, type SlipOfStop } from "./stopStatus";

interface Case {
  readonly name: string;
  readonly stops: readonly PlannedStop[];
  readonly slips: readonly SlipOfStop[];
  readonly actions: readonly Deed[];
  readonly progress: readonly Progress[];
}

describe("spec 4.4, what drivers told gives the documented status", () => {
  for (const { name, stops, slips, actions, progress } of cases as readonly Case[]) {
    it(name, () => expect(progressOf(stops, slips, actions)).toEqual(progress));

    it(`${name}, in whatever order`, () => {
      expect(progressOf(stops, slips, actions.toReversed())).toEqual(progress);
      for (let turn = 1; turn < actions.length; turn += 1) {
        const turned = [...actions.slice(turn), ...actions.slice(0, turn)];
        expect(progressOf(stops, slips, turned)).toEqual(progress);
      }
    });

    it(`${name}, and though all is told twice`, () => {
      expect(progressOf(stops, slips, [...actions, ...actions])).toEqual(progress);
    });
  }
});
