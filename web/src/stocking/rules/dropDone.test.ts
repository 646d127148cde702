import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/drop-done.json";
import { dropsDone, type DropSlipOfStop } from "./dropDone";
import { progressOf, type Deed } from "./stopStatus";

interface Case {
  readonly name: string;
  readonly slips: readonly DropSlipOfStop[];
  readonly actions: readonly Deed[];
  readonly done: readonly boolean[];
}

describe("a slip's drop is done when its stocking is", () => {
  it.each(cases as readonly Case[])("$name", ({ slips, actions, done }) => {
    expect(dropsDone(slips, actions)).toEqual(done);
    expect(dropsDone(slips, actions.toReversed())).toEqual(done);
  });
});

describe("the dashboard shows the stop of a completed drop as stocked, and no other", () => {
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
    const progress = progressOf(stops, slips, actions);
    const stocked = new Map(
      stops.map(({ id, stockingIndex }, index) => [keyOf(id, stockingIndex), Boolean(progress[index]?.stockedAt)]),
    );
    expect(slips.map(({ locationId, stockingIndex }) => stocked.get(keyOf(locationId, stockingIndex)))).toEqual(done);
  });
});
