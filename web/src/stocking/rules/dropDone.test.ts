import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/drop-done.json";
import { areDropsDone, type DropSlipOfStop } from "./dropDone";
import { stopProgress, type DriverAction } from "./stopStatus";

interface Case {
  readonly name: string;
  readonly slips: readonly DropSlipOfStop[];
  readonly actions: readonly DriverAction[];
  readonly done: readonly boolean[];
}

describe("areDropsDone (DRP-4)", () => {
  it.each(cases as readonly Case[])("$name", ({ slips, actions, done }) => {
    expect(areDropsDone(slips, actions)).toEqual(done);
    expect(areDropsDone(slips, actions.toReversed())).toEqual(done);
  });
});

describe("stopProgress shows exactly the stops of done drops as stocked", () => {
  it.each(cases as readonly Case[])("$name", ({ slips, actions, done }) => {
    const keyOf = (id: string, stockingIndex: number) => `${id}#${stockingIndex}`;
    const stops = [
      ...new Map(
        slips.map(({ locationId: id, route, stockingIndex }) => [
          keyOf(id, stockingIndex),
          { id, route, stockingIndex },
        ]),
      ).values(),
    ];
    const progress = stopProgress(stops, slips, actions);
    const stocked = new Map(
      stops.map(({ id, stockingIndex }, index) => [keyOf(id, stockingIndex), Boolean(progress[index]?.stockedAt)]),
    );
    expect(slips.map(({ locationId, stockingIndex }) => stocked.get(keyOf(locationId, stockingIndex)))).toEqual(done);
  });
});
