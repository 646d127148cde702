import { describe, expect, it } from "vitest";
import { fridge } from "../../locations/list/fridges";
import type { Versions } from "../queries";
import { DEFAULT, NONE, type Filters } from "./filters";
import { pilotOf } from "./pilot.fixture";
import { filterRows, NO_VERSION, rowsOf, sortRows, versionCounts, withSeveralPilots, type Sort } from "./rows";

const ARTIFACTS = new Map<string, Versions>([
  ["F1", { FRIDGE_AGENT: "1.9", FRIDGE_HEARTBEAT: "2 1" }],
  ["F2", { FRIDGE_AGENT: "1.10" }],
  ["F10", {}],
  ["F11", { FRIDGE_AGENT: "1.10" }],
]);
const PILOTS = [
  pilotOf({ id: "p1", displayName: "zebra", fridgeIds: ["F2", "F10"] }),
  pilotOf({ id: "p2", displayName: "Apple", fridgeIds: ["F1", "F2"] }),
];
const ROWS = rowsOf(
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
const ids = (filters: Partial<Filters>, sort: Sort | null = null) =>
  sortRows(filterRows(ROWS, { ...NONE, text: "", ...filters }), sort).map(({ id }) => id);

describe("spec 4.2, the inventory's filter", () => {
  it("lists fridges alone, by id", () => expect(ids({})).toEqual(["F1", "F2", "F10", "F11", "F12"]));
  it("is LIVE by default", () => expect(ids(DEFAULT)).toEqual(["F1", "F2", "F10"]));
  it("takes several statuses", () => expect(ids({ statuses: ["DEAD", "OFFLINE"] })).toEqual(["F11", "F12"]));
  it("searches by fridge name", () => {
    expect(ids({ text: " kitchen" })).toEqual(["F2"]);
    expect(ids({ text: "f1" })).toEqual(["F1", "F10", "F11", "F12"]);
  });
  it("takes several versions of a software", () => {
    expect(ids({ software: "FRIDGE_AGENT", versions: ["1.10"] })).toEqual(["F2", "F11"]);
    expect(ids({ software: "FRIDGE_AGENT", versions: ["1.9", "1.10"] })).toEqual(["F1", "F2", "F11"]);
  });
  it("finds fridges without the software by 'No Version'", () => {
    expect(ids({ software: "FRIDGE_AGENT", versions: [NO_VERSION] })).toEqual(["F10", "F12"]);
    expect(ids({ software: "FRIDGE_HEARTBEAT", versions: [NO_VERSION, "2 1"] })).toHaveLength(5);
  });
  it("intersects the pilot's fridges with those of the versions", () => {
    expect(ids({ pilot: "p1" })).toEqual(["F2", "F10"]);
    expect(ids({ pilot: "p1", software: "FRIDGE_AGENT", versions: ["1.10"] })).toEqual(["F2"]);
    expect(ids({ pilot: "p2", software: "FRIDGE_AGENT", versions: [NO_VERSION] })).toEqual([]);
  });
});

describe("spec 2.1, all columns sort", () => {
  it("versions by their numbers, fridges without one last", () => {
    expect(ids({}, { column: "FRIDGE_AGENT", descending: false })).toEqual(["F1", "F2", "F11", "F10", "F12"]);
    expect(ids({}, { column: "FRIDGE_AGENT", descending: true })).toEqual(["F2", "F11", "F1", "F10", "F12"]);
  });
  it("pilots by display name", () => {
    // F2 is in both; F1 in Apple, F10 in zebra.
    expect(ids({}, { column: "pilots", descending: false })).toEqual(["F1", "F10", "F2", "F11", "F12"]);
  });
  it("names by id, numbers as numbers", () => {
    expect(ids({}, { column: "id", descending: true })).toEqual(["F12", "F11", "F10", "F2", "F1"]);
  });
});

it("spec 2.1, fridges with more than one pilot are known", () => {
  expect(withSeveralPilots(ROWS).map(({ id }) => id)).toEqual(["F2"]);
});

it("the spread of versions counts newest first, and those without", () => {
  expect(versionCounts(ROWS, "FRIDGE_AGENT")).toEqual([
    { version: "1.10", count: 2 },
    { version: "1.9", count: 1 },
    { version: NO_VERSION, count: 2 },
  ]);
});
