import { describe, expect, it } from "vitest";
import {
  buttonText,
  DEFAULT,
  filtersFrom,
  isFiltered,
  NONE,
  nextSort,
  sortFrom,
  withChosen,
  type Chosen,
} from "./filters";
import { pilotOf } from "./pilot.fixture";

const ALL: Chosen = {
  statuses: ["LIVE", "OFFLINE"],
  software: "FRIDGE_UI_APPLICATION",
  versions: ["5.22.0", "No Version"],
  pilot: "p1",
};
const PILOTS = [pilotOf({ id: "p1", displayName: "Canary" })];

describe("spec 2.1, the filter button reads", () => {
  it.each([
    ["FILTER", NONE],
    ["FILTER • (LIVE) SELECTED", DEFAULT],
    ["FILTER • (LIVE, OFFLINE | UI = 5.22.0, No Version | Pilot: Canary) SELECTED", ALL],
    ["FILTER • (UI = 5.22.0, No Version) SELECTED", { ...ALL, statuses: [], pilot: "" }],
    ["FILTER • (Pilot: Canary) SELECTED", { ...NONE, pilot: "p1" }],
    // A software without versions filters nothing.
    ["FILTER • (LIVE) SELECTED", { ...DEFAULT, software: "FRIDGE_AGENT" as const }],
    // A link to a pilot that is over.
    ["FILTER • (LIVE | Pilot: gone) SELECTED", { ...DEFAULT, pilot: "gone" }],
  ])("%s", (text, chosen) => {
    expect(buttonText(chosen, PILOTS)).toBe(text);
    expect(isFiltered(chosen)).toBe(text !== "FILTER");
  });
});

describe("the address keeps the filters", () => {
  it.each([
    ["", DEFAULT],
    ["status=ANY", NONE],
    ["status=LIVE%2COFFLINE&software=FRIDGE_UI_APPLICATION&version=5.22.0&version=No+Version&pilot=p1", ALL],
  ])("%j", (address, chosen) => {
    expect(withChosen(new URLSearchParams("pilot=old&version=1"), chosen).toString()).toBe(address);
    expect(filtersFrom(new URLSearchParams(address))).toEqual({ ...chosen, text: "" });
  });

  it("what makes no sense is as good as absent", () => {
    const filters = filtersFrom(new URLSearchParams("status=gone&software=NOTHING&version=1&sort=x"));
    expect(filters).toEqual({ ...DEFAULT, text: "" });
  });

  it("and the order", () => {
    expect(sortFrom("-FRIDGE_AGENT")).toEqual({ column: "FRIDGE_AGENT", descending: true });
    expect(sortFrom("name")).toBeNull();
    expect(nextSort("id", null)).toBe("id");
    expect(nextSort("id", { column: "id", descending: false })).toBe("-id");
    expect(nextSort("id", { column: "id", descending: true })).toBe("");
  });
});
