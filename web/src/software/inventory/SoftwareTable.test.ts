import { describe, expect, it } from "vitest";
import { toCsv } from "../../lib/csv";
import { fridge } from "../../locations/list/fridges";
import { parseSort, sortRows } from "../../ui/table/rows";
import type { Versions } from "../queries";
import { makePilot } from "./pilot.fixture";
import { buildRows } from "./rows";
import { createColumns, CSV_COLUMNS } from "./SoftwareTable";

describe("the sort order (SWR-3)", () => {
  const artifacts = new Map<string, Versions>([
    ["F1", { FRIDGE_AGENT: "1.9" }],
    ["F2", { FRIDGE_AGENT: "1.10" }],
    ["F11", { FRIDGE_AGENT: "1.10" }],
  ]);
  const pilots = [
    makePilot({ id: "p1", displayName: "zebra", fridgeIds: ["F2", "F10"] }),
    makePilot({ id: "p2", displayName: "Apple", fridgeIds: ["F1", "F2"] }),
  ];
  const rows = buildRows(
    ["F10", "F2", "F1", "F11", "F12"].map((id) => fridge({ id })),
    artifacts,
    pilots,
  );
  const columns = createColumns([], () => undefined);
  const sortedIds = (sort: string) => sortRows(rows, columns, parseSort(sort, columns)).map(({ id }) => id);

  it("orders versions by their numbers, fridges without a version last", () => {
    expect(sortedIds("FRIDGE_AGENT")).toEqual(["F1", "F2", "F11", "F10", "F12"]);
    expect(sortedIds("-FRIDGE_AGENT")).toEqual(["F2", "F11", "F1", "F10", "F12"]);
  });

  it("orders pilots by display name", () => {
    // F2 is in both pilots, F1 in Apple, F10 in zebra.
    expect(sortedIds("pilots")).toEqual(["F1", "F10", "F2", "F11", "F12"]);
  });

  it("orders fridge names by id in numeric order", () => {
    expect(sortedIds("-id")).toEqual(["F12", "F11", "F10", "F2", "F1"]);
  });

  it("is the default order for an unknown column in the URL", () => {
    expect(sortedIds("name")).toEqual(["F1", "F2", "F10", "F11", "F12"]);
  });
});

it("exports the listed fridges and neutralizes spreadsheet formulas", () => {
  const pilots = [
    makePilot({ id: "a", displayName: "=1+1", fridgeIds: ["F1"] }),
    makePilot({ id: "b", displayName: "B", fridgeIds: ["F1"] }),
  ];
  const artifacts = new Map([["F1", { FRIDGE_AGENT: "1.10", FRIDGE_HEARTBEAT: "2 1" }]]);
  const rows = buildRows([fridge({ id: "F1" }), fridge({ id: "F2" })], artifacts, pilots);
  const [header, ...lines] = toCsv(CSV_COLUMNS, rows).split("\r\n");
  expect(header).toBe(
    "Fridge,Fridge Name,Status,Pilots,UI,Java Server,Agent,Inventory,Parser,Consumer,Heartbeat,Java Config",
  );
  expect(lines).toEqual([`F1,Lobby of F1,LIVE,"'=1+1, B",,,1.10,,,,2 1,`, "F2,Lobby of F2,LIVE,,,,,,,,,", ""]);
});
