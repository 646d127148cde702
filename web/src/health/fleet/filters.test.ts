import { describe, expect, test } from "vitest";
import type { LocationSummary } from "../../locations/liveFridges";
import type { FridgeHealth } from "../fridgeHealth";
import { healthOf, minutesAgo, NOW } from "../health.fixture";
import { affectedCounts, byId, entriesOf } from "./entries";
import { filterEntries, filtersFrom, jofemarStatesOf, toggleText } from "./filters";
import { inOrder, nextSort, sortFrom, sortText, USUAL } from "./order";

const location = (id: string): LocationSummary => ({
  id,
  type: "FRIDGE",
  prettyName: `Lobby of ${id}`,
  route: null,
  stop: 0,
  status: "LIVE",
  prod: 0,
  latitude: "41",
  longitude: "-87",
});

/** A fleet by what differs from a fridge that is well; null of one that never reported. */
function fleet(differing: Readonly<Record<string, Partial<FridgeHealth> | null>>) {
  const health = new Map(
    Object.entries(differing).flatMap(([id, own]) => (own ? [[id, healthOf(id, own)] as const] : [])),
  );
  return entriesOf(byId(Object.keys(differing).map(location)), health, NOW);
}

const ENTRIES = fleet({
  F10: { outOfOrder: true },
  F2: {},
  F3: { safetyHold: true, outOfOrder: true, timezone: "DENVER" },
  F4: { hdmi: false, jofemarState: "STATUS_5_MOTOR_FAULT" },
  F5: { cardReader: null },
  F6: null,
});

const shown = (query: string) => filterEntries(ENTRIES, filtersFrom(new URLSearchParams(query))).map(({ id }) => id);

describe("filters of the fleet (2.2)", () => {
  test("the connections' toggles are on by default, those of what is wrong are off", () => {
    expect(filtersFrom(new URLSearchParams()).toggles).toEqual({
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
    ["as they stand, fridges that are as they should be, and what did not tell", "", ["F2", "F5", "F6"]],
    ["out of order: those that are known to be", "outOfOrder=on", ["F10"]],
    ["several toggles combine", "outOfOrder=on&safetyHold=on", ["F3"]],
    ["a connection switched off: those that lack it", "hdmi=off", ["F4"]],
    ["an unknown value is no match of a toggle that was switched", "cardReader=off", []],
    ["the Jofemar state", "jofemarState=STATUS_0_READY", ["F2", "F5"]],
    ["the time zone", "outOfOrder=on&safetyHold=on&timezone=CHICAGO", []],
    ["a zone that nobody has is none", "timezone=MARS", ["F2", "F5", "F6"]],
    ["id or name, whatever the case", "text=of f2", ["F2"]],
    [
      "the worst first has all of them, whatever the toggles",
      "look=worst&hdmi=off",
      ["F2", "F3", "F4", "F5", "F6", "F10"],
    ],
    ["of them those with a problem", "look=worst&problem=any", ["F3", "F4", "F6", "F10"]],
    ["or with one", "look=worst&problem=safetyHold", ["F3"]],
    ["a problem that nobody knows is none", "look=worst&problem=x&text=F2", ["F2"]],
  ])("%s", (_, query, ids) => {
    expect(shown(query)).toEqual(ids);
  });

  test("a toggle that stands as usual is not in the address", () => {
    expect([true, false].map((on) => toggleText("hdmi", on))).toEqual(["", "off"]);
    expect([true, false].map((on) => toggleText("outOfOrder", on))).toEqual(["on", ""]);
  });

  test("the states to choose from are those that there are, and the one that is chosen", () => {
    expect(jofemarStatesOf(ENTRIES, "STATUS_X")).toEqual(["STATUS_0_READY", "STATUS_5_MOTOR_FAULT", "STATUS_X"]);
  });
});

describe("affected and not affected (2.2)", () => {
  test("counts Inaccessible, Out of Order and Safety Hold over the whole fleet; who did not tell is neither", () => {
    expect(affectedCounts(ENTRIES)).toEqual([
      { name: "inaccessible", label: "Inaccessible", affected: 0, notAffected: 5, unknown: 1 },
      { name: "outOfOrder", label: "Out of Order", affected: 2, notAffected: 3, unknown: 1 },
      { name: "safetyHold", label: "Safety Hold", affected: 1, notAffected: 4, unknown: 1 },
    ]);
  });
});

describe("the order", () => {
  const ids = (text: string | null) => inOrder(ENTRIES, sortFrom(text)).map(({ id }) => id);

  test("the worst first; of two that are as bad the warmer, then by id as people count", () => {
    expect(ids(null)).toEqual(["F3", "F10", "F6", "F4", "F2", "F5"]);
    const warmer = fleet({ A: { temperature: 36 }, B: { temperature: 37 } });
    expect(inOrder(warmer, USUAL).map(({ id }) => id)).toEqual(["B", "A"]);
  });

  test("by a column, and what is not known at the end either way", () => {
    expect(ids("id")).toEqual(["F2", "F3", "F4", "F5", "F6", "F10"]);
    const some = fleet({ A: null, B: { temperature: 30, receivedAt: minutesAgo(5) }, C: { temperature: 40 } });
    const by = (text: string) => inOrder(some, sortFrom(text)).map(({ id }) => id);
    expect(by("temperature")).toEqual(["B", "C", "A"]);
    expect(by("-temperature")).toEqual(["C", "B", "A"]);
    expect(by("reported")).toEqual(["B", "C", "A"]);
  });

  test("the address keeps it, but for the usual one", () => {
    expect(sortText(USUAL)).toBe("");
    expect(sortFrom("nonsense")).toEqual(USUAL);
    for (const text of ["id", "-id", "severity", "-temperature"]) expect(sortText(sortFrom(text))).toBe(text);
  });

  test("a header sorts by its column, pressed again the other way round", () => {
    expect(nextSort("id", USUAL)).toEqual({ column: "id", descending: false });
    expect(nextSort("temperature", USUAL)).toEqual({ column: "temperature", descending: true });
    expect(nextSort("severity", USUAL)).toEqual({ column: "severity", descending: false });
  });
});
