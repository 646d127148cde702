import { describe, expect, it } from "vitest";
import {
  filterButtonLabel,
  DEFAULT_SELECTION,
  parseFilters,
  isFiltered,
  EMPTY_SELECTION,
  withSelection,
  type FilterSelection,
} from "./filters";
import { makePilot } from "./pilot.fixture";

const ALL: FilterSelection = {
  statuses: ["LIVE", "OFFLINE"],
  software: "FRIDGE_UI_APPLICATION",
  versions: ["5.22.0", "No Version"],
  pilot: "p1",
};
const PILOTS = [makePilot({ id: "p1", displayName: "Canary" })];

describe("filterButtonLabel (SWR-4)", () => {
  it.each([
    ["FILTER", EMPTY_SELECTION],
    ["FILTER • (LIVE) SELECTED", DEFAULT_SELECTION],
    ["FILTER • (LIVE, OFFLINE | UI = 5.22.0, No Version | Pilot: Canary) SELECTED", ALL],
    ["FILTER • (UI = 5.22.0, No Version) SELECTED", { ...ALL, statuses: [], pilot: "" }],
    ["FILTER • (Pilot: Canary) SELECTED", { ...EMPTY_SELECTION, pilot: "p1" }],
    // Software without versions filters nothing.
    ["FILTER • (LIVE) SELECTED", { ...DEFAULT_SELECTION, software: "FRIDGE_AGENT" as const }],
    // A link to a pilot that is no longer active.
    ["FILTER • (LIVE | Pilot: gone) SELECTED", { ...DEFAULT_SELECTION, pilot: "gone" }],
  ])("%s", (label, selection) => {
    expect(filterButtonLabel(selection, PILOTS)).toBe(label);
    expect(isFiltered(selection)).toBe(label !== "FILTER");
  });
});

describe("filters in the URL", () => {
  it.each([
    ["", DEFAULT_SELECTION],
    ["status=ANY", EMPTY_SELECTION],
    ["status=LIVE%2COFFLINE&software=FRIDGE_UI_APPLICATION&version=5.22.0&version=No+Version&pilot=p1", ALL],
  ])("%j", (query, selection) => {
    expect(withSelection(new URLSearchParams("pilot=old&version=1"), selection).toString()).toBe(query);
    expect(parseFilters(new URLSearchParams(query))).toEqual({ ...selection, text: "" });
  });

  it("ignores invalid values", () => {
    const filters = parseFilters(new URLSearchParams("status=gone&software=NOTHING&version=1&sort=x"));
    expect(filters).toEqual({ ...DEFAULT_SELECTION, text: "" });
  });
});
