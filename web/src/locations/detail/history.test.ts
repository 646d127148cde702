import { describe, expect, it, test } from "vitest";
import { FRIDGE } from "./fridge.fixture";
import { earlierValue, lastChange } from "./history";
import type { HistoryEntry } from "./queries";

const entry = (differing: Partial<HistoryEntry>): HistoryEntry => ({
  id: "1",
  at: "2026-11-20T15:00:00Z",
  user: "ann@larder.example",
  event: "UPDATED",
  changes: [],
  reason: null,
  note: null,
  ...differing,
});

describe("an earlier value can be brought back", () => {
  const of = (attribute: string, from: unknown, event = "UPDATED") => {
    const change = { attribute, from: from === undefined ? null : JSON.stringify(from), to: null };
    return earlierValue(entry({ event, changes: [change] }), change, FRIDGE)?.value;
  };
  test.each([
    ["where it is another one now", "percentage", "5", "UPDATED", "5"],
    ["which a schedule replaced", "percentage", "5", "SCHEDULE_APPLIED", "5"],
    ["of an attribute that may be empty", "route", undefined, "UPDATED", null],
    ["not where it is so now", "percentage", "12.5", "UPDATED", undefined],
    ["not of what nobody edits", "prettyName", "Old name", "SYNCED", undefined],
    ["not where there was none and there must be one", "ip", undefined, "UPDATED", undefined],
    ["not of what was only scheduled", "percentage", "5", "SCHEDULED", undefined],
  ])("%s", (_, attribute, from, event, value) => {
    expect(of(attribute, from, event)).toBe(value);
  });

  it("hours by day, though their summary is shown", () => {
    const days = { monday: [["08:00", "12:00"]] };
    const changes = [
      { attribute: "hours", from: '"Mon 08:00 to 12:00; "', to: '"24 Hours"' },
      { attribute: "workHours", from: JSON.stringify(days), to: "{}" },
    ];
    const earlier = earlierValue(entry({ changes }), changes[0]!, FRIDGE);
    expect([earlier?.row.attribute, earlier?.value]).toEqual(["workHours", days]);
  });
});

test("who changed the attribute last, or else the location, since it was read", () => {
  const change = (attribute: string) => [{ attribute, from: "1", to: "2" }];
  const entries = [
    entry({ id: "4", at: "2026-11-20T16:00:00Z", changes: change("stop") }),
    entry({ id: "3", at: "2026-11-20T15:30:00Z", event: "SCHEDULED", changes: change("percentage") }),
    entry({ id: "2", at: "2026-11-20T15:00:00Z", changes: change("percentage") }),
    entry({ id: "1", at: "2026-11-19T15:00:00Z", changes: change("ip") }),
  ];
  const since = "2026-11-20T12:00:00Z";
  expect(lastChange(entries, "percentage", since)?.id).toBe("2");
  // The location was changed since, but not this attribute.
  expect(lastChange(entries, "ip", since)).toBeUndefined();
  expect(lastChange(entries, "percentage", "2026-11-21T00:00:00Z")).toBeUndefined();
});
