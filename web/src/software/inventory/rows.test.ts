import { describe, expect, it } from "vitest";
import { fridge } from "../../locations/list/fridges";
import type { Versions } from "../queries";
import { DEFAULT_SELECTION, EMPTY_SELECTION, type Filters } from "./filters";
import { makePilot } from "./pilot.fixture";
import { filterRows, NO_VERSION, buildRows, versionCounts, rowsWithMultiplePilots } from "./rows";

const ARTIFACTS = new Map<string, Versions>([
  ["F1", { FRIDGE_AGENT: "1.9", FRIDGE_HEARTBEAT: "2 1" }],
  ["F2", { FRIDGE_AGENT: "1.10" }],
  ["F10", {}],
  ["F11", { FRIDGE_AGENT: "1.10" }],
]);
const PILOTS = [
  makePilot({ id: "p1", displayName: "zebra", fridgeIds: ["F2", "F10"] }),
  makePilot({ id: "p2", displayName: "Apple", fridgeIds: ["F1", "F2"] }),
];
const ROWS = buildRows(
  [
    fridge({ id: "F10" }),
    fridge({ id: "F2", prettyName: "The Kitchen" }),
    fridge({ id: "F1" }),
    fridge({ id: "F11", status: "OFFLINE" }),
    fridge({ id: "F12", status: "DEAD" }),
    fridge({ id: "W1", type: "WHOLESALE" }),
  ],
  ARTIFACTS,
  PILOTS,
);
const filteredIds = (filters: Partial<Filters>) =>
  filterRows(ROWS, { ...EMPTY_SELECTION, text: "", ...filters }).map(({ id }) => id);

describe("filterRows (SWR-4)", () => {
  it("lists only fridges, sorted by id", () => expect(filteredIds({})).toEqual(["F1", "F2", "F10", "F11", "F12"]));
  it("shows LIVE fridges by default", () => expect(filteredIds(DEFAULT_SELECTION)).toEqual(["F1", "F2", "F10"]));
  it("filters by several statuses", () =>
    expect(filteredIds({ statuses: ["DEAD", "OFFLINE"] })).toEqual(["F11", "F12"]));
  it("searches ids and names", () => {
    expect(filteredIds({ text: " kitchen" })).toEqual(["F2"]);
    expect(filteredIds({ text: "f1" })).toEqual(["F1", "F10", "F11", "F12"]);
  });
  it("filters by several versions", () => {
    expect(filteredIds({ software: "FRIDGE_AGENT", versions: ["1.10"] })).toEqual(["F2", "F11"]);
    expect(filteredIds({ software: "FRIDGE_AGENT", versions: ["1.9", "1.10"] })).toEqual(["F1", "F2", "F11"]);
  });
  it("finds fridges without the software with 'No Version'", () => {
    expect(filteredIds({ software: "FRIDGE_AGENT", versions: [NO_VERSION] })).toEqual(["F10", "F12"]);
    expect(filteredIds({ software: "FRIDGE_HEARTBEAT", versions: [NO_VERSION, "2 1"] })).toHaveLength(5);
  });
  it("combines the pilot and version filters", () => {
    expect(filteredIds({ pilot: "p1" })).toEqual(["F2", "F10"]);
    expect(filteredIds({ pilot: "p1", software: "FRIDGE_AGENT", versions: ["1.10"] })).toEqual(["F2"]);
    expect(filteredIds({ pilot: "p2", software: "FRIDGE_AGENT", versions: [NO_VERSION] })).toEqual([]);
  });
});

it("finds fridges with more than one pilot (SWR-5)", () => {
  expect(rowsWithMultiplePilots(ROWS).map(({ id }) => id)).toEqual(["F2"]);
});

it("counts fridges per version, newest first, with fridges without a version last", () => {
  expect(versionCounts(ROWS, "FRIDGE_AGENT")).toEqual([
    { version: "1.10", count: 2 },
    { version: "1.9", count: 1 },
    { version: NO_VERSION, count: 2 },
  ]);
});
