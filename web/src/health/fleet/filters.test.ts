import { describe, expect, test } from "vitest";
import type { LocationSummary } from "../../locations/liveFridges";
import type { FridgeHealth } from "../fridgeHealth";
import { makeHealth, NOW } from "../health.fixture";
import { affectedCounts, buildEntries, sortById, sortWorstFirst } from "./entries";
import { filterEntries, parseFilters, jofemarStatesOf, formatToggle } from "./filters";

const location = (id: string, timeZone: LocationSummary["timeZone"] = "CHICAGO"): LocationSummary => ({
  id,
  type: "FRIDGE",
  prettyName: `Lobby of ${id}`,
  address: { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" },
  route: null,
  stop: 0,
  status: "LIVE",
  prod: 0,
  latitude: "41",
  longitude: "-87",
  timeZone,
});

/** Builds entries from overrides of a healthy fridge; null for a fridge that never reported. */
function makeFleet(
  overrides: Readonly<Record<string, Partial<FridgeHealth> | null>>,
  disconnected: ReadonlyMap<string, number> = new Map(),
) {
  const health = new Map(
    Object.entries(overrides).flatMap(([id, override]) => (override ? [[id, makeHealth(id, override)] as const] : [])),
  );
  const fridges = Object.entries(overrides).map(([id, override]) => location(id, override?.timezone ?? undefined));
  return buildEntries(sortById(fridges), health, NOW, disconnected);
}

const ENTRIES = makeFleet({
  F10: { outOfOrder: true },
  F2: {},
  F3: { safetyHold: true, outOfOrder: true, timezone: "DENVER" },
  F4: { hdmi: false, jofemarState: "STATUS_5_MOTOR_FAULT" },
  F5: { cardReader: null },
  F6: null,
});

const filteredIds = (query: string) =>
  filterEntries(ENTRIES, parseFilters(new URLSearchParams(query))).map(({ id }) => id);

describe("fleet filters (HLT-2)", () => {
  test("connection toggles are on by default, fault toggles are off", () => {
    expect(parseFilters(new URLSearchParams()).toggles).toEqual({
      hdmi: true,
      elo: true,
      cardReader: true,
      electricalLayout: true,
      outOfOrder: false,
      safetyHold: false,
      inaccessible: false,
    });
  });

  test.each([
    ["default toggles show healthy fridges and fridges with unknown values", "", ["F2", "F5", "F6"]],
    ["out of order shows fridges reported as out of order", "outOfOrder=on", ["F10"]],
    ["combines toggles", "outOfOrder=on&safetyHold=on", ["F3"]],
    ["a connection toggle that is off shows fridges without the connection", "hdmi=off", ["F4"]],
    ["a changed toggle hides unknown values", "cardReader=off", []],
    ["filters by Jofemar state", "jofemarState=STATUS_0_READY", ["F2", "F5"]],
    ["hides fridges in another time zone", "outOfOrder=on&safetyHold=on&timezone=CHICAGO", []],
    ["shows fridges in the time zone", "outOfOrder=on&safetyHold=on&timezone=DENVER", ["F3"]],
    ["filters fridges that never reported by time zone", "timezone=CHICAGO", ["F2", "F5", "F6"]],
    ["ignores an unknown time zone", "timezone=MARS", ["F2", "F5", "F6"]],
    ["searches ids and names, ignoring case", "text=of f2", ["F2"]],
    ["the worst-first view ignores the toggles", "look=worst&hdmi=off", ["F2", "F3", "F4", "F5", "F6", "F10"]],
    ["the worst-first view filters by any problem", "look=worst&problem=any", ["F3", "F4", "F6", "F10"]],
    ["the worst-first view filters by one problem", "look=worst&problem=safetyHold", ["F3"]],
    ["ignores an unknown problem", "look=worst&problem=x&text=F2", ["F2"]],
  ])("%s", (_, query, ids) => {
    expect(filteredIds(query)).toEqual(ids);
  });

  test("the worst-first view filters disconnected fridges", () => {
    const fleet = makeFleet({ F1: {}, F2: {} }, new Map([["F2", NOW]]));
    const filters = parseFilters(new URLSearchParams("look=worst&problem=disconnected"));
    expect(filterEntries(fleet, filters).map(({ id }) => id)).toEqual(["F2"]);
  });

  test("omits toggles at their default from the URL", () => {
    expect([true, false].map((on) => formatToggle("hdmi", on))).toEqual(["", "off"]);
    expect([true, false].map((on) => formatToggle("outOfOrder", on))).toEqual(["on", ""]);
  });

  test("offers the reported Jofemar states and the selected one", () => {
    expect(jofemarStatesOf(ENTRIES, "STATUS_X")).toEqual(["STATUS_0_READY", "STATUS_5_MOTOR_FAULT", "STATUS_X"]);
  });
});

describe("affected counts (HLT-1)", () => {
  test("counts Inaccessible, Out of Order and Safety Hold, with unreported states as unknown", () => {
    expect(affectedCounts(ENTRIES)).toEqual([
      { name: "inaccessible", label: "Inaccessible", affected: 0, notAffected: 5, unknown: 1 },
      { name: "outOfOrder", label: "Out of Order", affected: 2, notAffected: 3, unknown: 1 },
      { name: "safetyHold", label: "Safety Hold", affected: 1, notAffected: 4, unknown: 1 },
    ]);
  });
});

describe("sorting", () => {
  test("sorts worst first, then warmest first, then by numeric id", () => {
    expect(sortWorstFirst(ENTRIES).map(({ id }) => id)).toEqual(["F3", "F10", "F6", "F4", "F2", "F5"]);
    const warmer = makeFleet({ A: { temperature: 36 }, B: { temperature: null }, C: { temperature: 37 } });
    expect(sortWorstFirst(warmer).map(({ id }) => id)).toEqual(["C", "A", "B"]);
  });
});
