import { describe, expect, it, test } from "vitest";
import { toDraft } from "../detail/draft";
import { FRIDGE, scheduledChange } from "../detail/fridge.fixture";
import type { LocationDetail } from "../locationQuery";
import { editableRow, type EditableRow } from "../rules/attributes";
import type { BulkEdit } from "./edits";
import { splitIntoRequests, changeAtPosition, selectTimeZone, buildPlan, countByTimeZone } from "./plan";

const AT = new Date("2099-06-01T15:00:00Z");
const NO_PENDING = new Map<string, never[]>();
const row = (attribute: string) => editableRow(attribute) as EditableRow;
const fridge = (id: string, overrides: Partial<LocationDetail> = {}): LocationDetail => ({
  ...FRIDGE,
  id,
  ...overrides,
});
const edit = (attribute: string, value: unknown, reason = ""): BulkEdit => ({
  row: row(attribute),
  draft: { ...toDraft(row(attribute), value), reason },
  touched: new Set([attribute]),
});

describe("buildPlan", () => {
  it("returns a change per location and attribute with its current and new value", () => {
    const plan = buildPlan(
      [fridge("F1"), fridge("F2")],
      [edit("percentage", "20"), edit("vertical", "Retail")],
      AT,
      NO_PENDING,
    );
    expect(plan).toMatchObject([
      { location: { id: "F1" }, row: { attribute: "percentage" }, current: "12.5%", next: "20%" },
      { location: { id: "F1" }, row: { attribute: "vertical" }, current: "Office", next: "Retail" },
      { location: { id: "F2" }, row: { attribute: "percentage" }, current: "12.5%", next: "20%" },
      { location: { id: "F2" }, row: { attribute: "vertical" }, current: "Office", next: "Retail" },
    ]);
  });

  it("marks unchanged values of any type", () => {
    const { workHours, stockingSchedule } = FRIDGE;
    const plan = buildPlan(
      [fridge("F1")],
      [edit("percentage", "12.5"), edit("workHours", workHours), edit("stockingSchedule", stockingSchedule)],
      AT,
      NO_PENDING,
    );
    expect(plan.map(({ unchanged }) => unchanged)).toEqual([true, true, true]);
  });

  it("compares with the value at the selected time and returns the current value too", () => {
    const off = scheduledChange("percentage", "0", { id: "F1", actionTime: "2099-05-01T15:00:00Z" });
    const pending = new Map([["F1", [off]]]);
    const plan = buildPlan([fridge("F1"), fridge("F2")], [edit("percentage", "12.5")], AT, pending);
    expect(plan).toMatchObject([
      { current: "12.5%", atTime: "0%", next: "12.5%", unchanged: false },
      { current: "12.5%", atTime: "12.5%", next: "12.5%", unchanged: true },
    ]);
  });

  it("marks nothing as unchanged if the pending changes are unknown", () => {
    const [change] = buildPlan([fridge("F1")], [edit("percentage", "12.5")], AT, null);
    expect(change).toMatchObject({ atTime: null, unchanged: false });
  });

  it("pairs an allocation with its reason and detects that it misses the next stocking", () => {
    const days = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 1, sunday: 1 };
    const late = new Date("2099-06-02T00:00:00Z"); // 7 pm Central, after the cut-off
    const [change] = buildPlan(
      [fridge("F1", { stockingSchedule: days })],
      [edit("prod", "1", "First Stocking")],
      late,
      NO_PENDING,
    );
    expect(change?.inputs.map(({ attribute, value }) => [attribute, value])).toEqual([
      ["prod", "1"],
      ["updateReason", '{"prod":"First Stocking"}'],
    ]);
    expect(change?.missesStocking).toBe(true);
  });
});

describe("selectTimeZone", () => {
  const [chicago, newYork] = [fridge("F1"), fridge("F2", { timeZone: "NEWYORK" })];
  test.each([
    ["the shared zone of the locations", [newYork], "America/New_York", true],
    ["Central for locations in several zones", [chicago, newYork], "America/Chicago", false],
    ["Central without locations", [], "America/Chicago", false],
  ])("returns %s", (_, locations, iana, shared) => {
    expect(selectTimeZone(locations)).toMatchObject({ zone: { iana }, shared });
  });

  it("counts the locations per zone, most frequent first", () => {
    const counts = countByTimeZone([chicago, newYork, fridge("F3", { timeZone: "NEWYORK" })]);
    expect(counts.map(({ zone, count }) => [zone.label, count])).toEqual([
      ["Eastern", 2],
      ["Central", 1],
    ]);
  });
});

describe("requests", () => {
  const plan = buildPlan(
    ["F1", "F2", "F3"].map((id) => fridge(id)),
    [edit("percentage", "20"), edit("prod", "1", "First Stocking")],
    AT,
    NO_PENDING,
  );

  it("limits the inputs per request and keeps a change with its reason", () => {
    const sizes = splitIntoRequests(plan, 4).map((call) => call.map(({ inputs }) => inputs.length));
    expect(sizes).toEqual([[1, 2, 1], [2, 1], [2]]);
    expect(splitIntoRequests(plan)).toHaveLength(1);
  });

  it("finds the change of an input position", () => {
    const found = [0, 1, 2, 3, 99].map((position) => changeAtPosition(plan, position));
    expect(found.map((change) => change && [change.location.id, change.row.attribute])).toEqual([
      ["F1", "percentage"],
      ["F1", "prod"],
      ["F1", "prod"],
      ["F2", "percentage"],
      undefined,
    ]);
  });
});
