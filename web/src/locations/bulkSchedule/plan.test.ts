import { describe, expect, it, test } from "vitest";
import { draftOf } from "../detail/draft";
import { FRIDGE, scheduledChange } from "../detail/fridge.fixture";
import type { LocationDetail } from "../locationQuery";
import { editableRow, type EditableRow } from "../rules/attributes";
import type { BulkEdit } from "./edits";
import { callsOf, changeAt, clockOf, planOf, zonesOf } from "./plan";

const AT = new Date("2099-06-01T15:00:00Z");
/** No pending changes. */
const NONE = new Map<string, never[]>();
const row = (attribute: string) => editableRow(attribute) as EditableRow;
const fridge = (id: string, differing: Partial<LocationDetail> = {}): LocationDetail => ({
  ...FRIDGE,
  id,
  ...differing,
});
const edit = (attribute: string, value: unknown, reason = ""): BulkEdit => ({
  row: row(attribute),
  draft: { ...draftOf(row(attribute), value), reason },
  touched: new Set([attribute]),
});

describe("the plan", () => {
  it("has a line for each location and attribute, with what is stored beside what will be", () => {
    const plan = planOf([fridge("F1"), fridge("F2")], [edit("percentage", "20"), edit("vertical", "Retail")], AT, NONE);
    expect(plan.map(({ location, row, now, next }) => [location.id, row.attribute, now, next])).toEqual([
      ["F1", "percentage", "12.5%", "20%"],
      ["F1", "vertical", "Office", "Retail"],
      ["F2", "percentage", "12.5%", "20%"],
      ["F2", "vertical", "Office", "Retail"],
    ]);
  });

  it("marks what is so already, whatever the shape of the value", () => {
    const { workHours, stockingSchedule } = FRIDGE;
    const plan = planOf(
      [fridge("F1")],
      [edit("percentage", "12.5"), edit("workHours", workHours), edit("stockingSchedule", stockingSchedule)],
      AT,
      NONE,
    );
    expect(plan.map(({ unchanged }) => unchanged)).toEqual([true, true, true]);
  });

  it("compares with the value at the chosen time, and has both that and today's", () => {
    const off = scheduledChange("percentage", "0", { id: "F1", actionTime: "2099-05-01T15:00:00Z" });
    const pending = new Map([["F1", [off]]]);
    const plan = planOf([fridge("F1"), fridge("F2")], [edit("percentage", "12.5")], AT, pending);
    expect(plan.map(({ now, then, next, unchanged }) => [now, then, next, unchanged])).toEqual([
      ["12.5%", "0%", "12.5%", false],
      ["12.5%", "12.5%", "12.5%", true],
    ]);
  });

  it("leaves nothing out where the pending changes are not known", () => {
    const [change] = planOf([fridge("F1")], [edit("percentage", "12.5")], AT, null);
    expect([change?.then, change?.unchanged]).toEqual([null, false]);
  });

  it("sends an allocation as a pair, and knows that it misses the next stocking", () => {
    const days = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 1, sunday: 1 };
    const late = new Date("2099-06-02T00:00:00Z"); // 7 pm Central, after the cut-off
    const [change] = planOf(
      [fridge("F1", { stockingSchedule: days })],
      [edit("prod", "1", "First Stocking")],
      late,
      NONE,
    );
    expect(change?.inputs.map(({ attribute, value }) => [attribute, value])).toEqual([
      ["prod", "1"],
      ["updateReason", '{"prod":"First Stocking"}'],
    ]);
    expect(change?.missesStocking).toBe(true);
  });
});

describe("the clock on which the time is picked", () => {
  const [chicago, newYork] = [fridge("F1"), fridge("F2", { timeZone: "NEWYORK" })];
  test.each([
    ["the locations' own where they share one", [newYork], "America/New_York", true],
    ["Central where they do not", [chicago, newYork], "America/Chicago", false],
    ["Central where none is chosen", [], "America/Chicago", false],
  ])("is %s", (_, locations, iana, shared) => {
    expect(clockOf(locations)).toMatchObject({ zone: { iana }, shared });
  });

  it("is told for each zone, the most frequent first", () => {
    const counts = zonesOf([chicago, newYork, fridge("F3", { timeZone: "NEWYORK" })]);
    expect(counts.map(({ zone, count }) => [zone.label, count])).toEqual([
      ["Eastern", 2],
      ["Central", 1],
    ]);
  });
});

describe("calls", () => {
  const plan = planOf(
    ["F1", "F2", "F3"].map((id) => fridge(id)),
    [edit("percentage", "20"), edit("prod", "1", "First Stocking")],
    AT,
    NONE,
  );

  it("hold no more inputs than one takes, and a change with its reason", () => {
    const sizes = callsOf(plan, 4).map((call) => call.map(({ inputs }) => inputs.length));
    expect(sizes).toEqual([[1, 2, 1], [2, 1], [2]]);
    expect(callsOf(plan)).toHaveLength(1);
  });

  it("know which change an input is of", () => {
    const found = [0, 1, 2, 3, 99].map((position) => changeAt(plan, position));
    expect(found.map((change) => change && [change.location.id, change.row.attribute])).toEqual([
      ["F1", "percentage"],
      ["F1", "prod"],
      ["F1", "prod"],
      ["F2", "percentage"],
      undefined,
    ]);
  });
});
