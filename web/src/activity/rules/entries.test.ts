import { describe, expect, it } from "vitest";
import { paths } from "../../lib/paths";
import { eventText, objectPath, objectText, parseArea, summaryText, type ActivityEntry } from "./entries";
import { matchesText } from "./search";

const ENTRY: ActivityEntry = {
  id: "1",
  at: "2026-11-23T18:00:00Z",
  user: "ann@larder.example",
  area: "LOCATIONS",
  kind: "LOCATION",
  objectId: "CHI_0001",
  day: null,
  part: null,
  event: "UPDATED",
  changes: [],
  changeCount: 0,
  reason: null,
  note: null,
};

const entry = (values: Partial<ActivityEntry>): ActivityEntry => ({ ...ENTRY, ...values });
const change = (attribute: string, from: unknown, to: unknown) => ({
  attribute,
  from: from === null ? null : JSON.stringify(from),
  to: to === null ? null : JSON.stringify(to),
});

describe("an entry of the activity log (ACT-1)", () => {
  it.each([
    ["a location", {}, "Location CHI_0001"],
    ["a price", { kind: "ITEM_PRICE", objectId: "Standard", part: "Cola" }, "Prices of Standard, Cola"],
    ["pars", { kind: "PARS", part: "2", day: "2026-11-24" }, "Pars of CHI_0001, stocking 2, 11/24/2026"],
    ["a forecast file", { kind: "FORECAST", objectId: "2026-11-24", day: "2026-11-24" }, "Forecast of 11/24/2026"],
    ["a connection", { kind: "FRIDGE_CONNECTION" }, "Connection of CHI_0001"],
    ["an alert with an internal id", { kind: "FRIDGE_ALERT", part: "0193a0f4" }, "Alert of CHI_0001"],
  ] as const)("names %s", (_, values, expected) => expect(objectText(entry(values))).toBe(expected));

  it.each([
    [{}, paths.locationHistory("CHI_0001")],
    [{ kind: "FRIDGE_NOTE" }, paths.locationOverview("CHI_0001")],
    [{ kind: "FRIDGE_CONNECTION" }, paths.locationHistory("CHI_0001")],
    [{ kind: "COUPON", objectId: "7XKQ2MHRT4" }, "/coupons?text=7XKQ2MHRT4"],
    [{ kind: "ROUTE_DAY", objectId: "amber", day: "2026-11-24" }, "/locations/view_routes?date=2026-11-24"],
    [{ kind: "PARS", day: "2026-11-24" }, "/pars/list?location=CHI_0001&date=2026-11-24"],
  ] as const)("links %o to %s", (values, expected) => expect(objectPath(entry(values))).toBe(expected));

  it("describes changes from which value to which value, with the reason and the note", () => {
    const changes = [change("status", "LIVE", "OFFLINE"), change("taxRate", null, "2.25"), change("stop", 4, null)];
    expect(summaryText(entry({ changes, changeCount: 3, reason: "Holiday", note: "Too late" }))).toBe(
      "Status: LIVE → OFFLINE; Tax rate: 2.25%; Stop: 4 → Not set; Reason: Holiday; Too late",
    );
  });

  it("states the number of changes that are not shown", () => {
    const summary = summaryText(entry({ kind: "PLANOGRAM", changes: [change("A1", "Cola", "Tea")], changeCount: 12 }));
    expect(summary).toBe("A1: Cola → Tea; 11 more changes");
  });

  it.each([
    ["an attribute of another area in words", change("dropStatus", "Pending", true), "Drop status: Pending → Yes"],
    ["a list", change("items", [], ["Cola", "Tea"]), "Items: None → Cola, Tea"],
    ["an object", change("pars", null, { minimum: 1, maximum: 2 }), "Pars: Minimum 1, Maximum 2"],
    ["an instant in Central time", change("at", null, "2026-11-23T18:00:00Z"), "At: 11/23/2026 12:00 PM CST"],
  ])("describes %s", (_, changed, expected) => {
    expect(summaryText(entry({ kind: "DROP", changes: [changed], changeCount: 1 }))).toBe(expected);
  });

  it("shows a value that the server replaced by its size as it is", () => {
    const changes = [change("workHours", "7 fields", "7 fields")];
    expect(summaryText(entry({ changes, changeCount: 1 }))).toMatch(/7 fields → 7 fields$/);
  });

  it.each([
    ["FRIDGE_SOFTWARE", "ROLLED_BACK", "Rolled back"],
    ["LOCATION", "SCHEDULE_APPLIED", "Scheduled change applied"],
    ["FRIDGE_NOTE", "NOTE_DONE", "Note done"],
    ["FRIDGE_CONNECTION", "REVOKED", "Certificate revoked"],
    ["FRIDGE_CONNECTION", "SUSPENDED", "Suspended"],
  ] as const)("describes the event %s %s", (kind, event, expected) => {
    expect(eventText({ kind, event })).toBe(expected);
  });

  it.each([
    ["ann@larder", true],
    ["holiday", true],
    ["chi_0001", true],
    ["locations and", true],
    ["updated", true],
    ["cola", false],
  ])("is found by %s: %s", (query, expected) => {
    expect(matchesText(entry({ reason: "Holiday" }), query)).toBe(expected);
  });
});

it("parseArea accepts only the server's areas", () => {
  expect(parseArea("COUPONS")).toBe("COUPONS");
  expect([parseArea(null), parseArea(""), parseArea("coupons")]).toEqual([null, null, null]);
});
