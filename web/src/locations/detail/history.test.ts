import { describe, expect, it, test } from "vitest";
import { FRIDGE } from "./fridge.fixture";
import { earlierValue, lastChange, statusChange } from "./history";
import type { HistoryEntry } from "./queries";

const entry = (overrides: Partial<HistoryEntry>): HistoryEntry => ({
  id: "1",
  at: "2026-11-20T15:00:00Z",
  user: "ann@larder.example",
  event: "UPDATED",
  changes: [],
  reason: null,
  note: null,
  ...overrides,
});

describe("earlierValue", () => {
  const of = (attribute: string, from: unknown, event = "UPDATED") => {
    const change = { attribute, from: from === undefined ? null : JSON.stringify(from), to: null };
    return earlierValue(entry({ event, changes: [change] }), change, FRIDGE)?.value;
  };
  test.each([
    ["returns a value that differs from the current one", "percentage", "5", "UPDATED", "5"],
    ["returns a value that a scheduled change replaced", "percentage", "5", "SCHEDULE_APPLIED", "5"],
    ["returns null for an attribute that can be empty", "route", undefined, "UPDATED", null],
    ["ignores the current value", "percentage", "12.5", "UPDATED", undefined],
    ["ignores a read-only attribute", "prettyName", "Old name", "SYNCED", undefined],
    ["ignores a missing value of a required attribute", "ip", undefined, "UPDATED", undefined],
    ["ignores a change that was only scheduled", "percentage", "5", "SCHEDULED", undefined],
  ])("%s", (_, attribute, from, event, value) => {
    expect(of(attribute, from, event)).toBe(value);
  });

  it("returns hours by day for a change of the summary", () => {
    const days = { monday: [["08:00", "12:00"]] };
    const changes = [
      { attribute: "hours", from: '"Mon 08:00 to 12:00; "', to: '"24 Hours"' },
      { attribute: "workHours", from: JSON.stringify(days), to: "{}" },
    ];
    const earlier = earlierValue(entry({ changes }), changes[0]!, FRIDGE);
    expect({ attribute: earlier?.row.attribute, value: earlier?.value }).toEqual({
      attribute: "workHours",
      value: days,
    });
  });
});

test("lastChange returns the last entry that changed the attribute", () => {
  const change = (attribute: string) => [{ attribute, from: "1", to: "2" }];
  const entries = [
    entry({ id: "4", at: "2026-11-20T16:00:00Z", changes: change("stop") }),
    entry({ id: "3", at: "2026-11-20T15:30:00Z", event: "SCHEDULED", changes: change("percentage") }),
    entry({ id: "2", at: "2026-11-20T15:00:00Z", changes: change("percentage") }),
    entry({ id: "1", at: "2026-11-19T15:00:00Z", changes: change("ip") }),
  ];
  const since = "2026-11-20T12:00:00Z";
  expect(lastChange(entries, "percentage", since)?.id).toBe("2");
  // Only other attributes changed since.
  expect(lastChange(entries, "ip", since)).toBeUndefined();
  expect(lastChange(entries, "percentage", "2026-11-21T00:00:00Z")).toBeUndefined();
});

describe("statusChange", () => {
  const to = (status: string, overrides: Partial<HistoryEntry> = {}) =>
    entry({ changes: [{ attribute: "status", from: null, to: JSON.stringify(status) }], ...overrides });
  const other = entry({ changes: [{ attribute: "stop", from: "1", to: "2" }] });

  it.each(["UPDATED", "CREATED", "SYNCED", "SCHEDULE_APPLIED"])(
    "returns the newest entry with the event %s",
    (event) => {
      const newest = to("OFFLINE", { event });
      expect(statusChange([other, newest, to("LIVE")], "OFFLINE")).toBe(newest);
    },
  );

  it("ignores a change that was only scheduled", () => {
    const applied = to("LIVE");
    expect(statusChange([to("OFFLINE", { event: "SCHEDULED" }), applied], "LIVE")).toBe(applied);
  });

  it("returns nothing if the newest change did not set the current status", () => {
    expect(statusChange([to("LIVE"), to("OFFLINE")], "OFFLINE")).toBeUndefined();
    expect(statusChange([other], "LIVE")).toBeUndefined();
  });
});
