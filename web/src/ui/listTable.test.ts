import { describe, expect, it } from "vitest";
import { exportableColumns, sortRows, toggleSort, parseSort, type ListColumn } from "./listTable";

interface Row {
  readonly name: string;
  readonly stop: number | null;
}

const COLUMNS: readonly ListColumn<Row>[] = [
  { id: "check", header: "Check", value: () => null, hasControls: true },
  { id: "name", header: "Name", value: ({ name }) => name },
  { id: "stop", header: "Stop", value: ({ stop }) => stop },
];
const ROWS: readonly Row[] = [
  { name: "amber 10", stop: null },
  { name: "amber 2", stop: 10 },
  { name: "Birch", stop: 2 },
];
const names = (sort: string) => sortRows(ROWS, COLUMNS, parseSort(sort, COLUMNS)).map(({ name }) => name);

describe("the sort order of a list", () => {
  it("is natural, with rows without a value at the end", () => {
    expect(names("name")).toEqual(["amber 2", "amber 10", "Birch"]);
    expect(names("-name")).toEqual(["Birch", "amber 10", "amber 2"]);
    expect(names("stop")).toEqual(["Birch", "amber 2", "amber 10"]);
    expect(names("-stop")).toEqual(["amber 2", "Birch", "amber 10"]);
  });

  it("stays unchanged with an invalid sort parameter", () => {
    for (const sort of ["", "color", "check", "--name"]) expect(names(sort)).toEqual(ROWS.map(({ name }) => name));
  });

  it("toggles from ascending to descending to unsorted", () => {
    expect(toggleSort("stop", null)).toBe("stop");
    expect(toggleSort("stop", { column: "stop", descending: false })).toBe("-stop");
    expect(toggleSort("stop", { column: "stop", descending: true })).toBe("");
    expect(toggleSort("name", { column: "stop", descending: true })).toBe("name");
  });

  it("exportableColumns omits columns with controls", () => {
    expect(exportableColumns(COLUMNS).map(({ id }) => id)).toEqual(["name", "stop"]);
  });
});
