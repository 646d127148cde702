import { describe, expect, it } from "vitest";
import { exported, inOrder, nextSort, sortFrom, type ListColumn } from "./listTable";

interface Row {
  readonly name: string;
  readonly stop: number | null;
}

const COLUMNS: readonly ListColumn<Row>[] = [
  { id: "check", header: "Check", value: () => null, controls: true },
  { id: "name", header: "Name", value: ({ name }) => name },
  { id: "stop", header: "Stop", value: ({ stop }) => stop },
];
const ROWS: readonly Row[] = [
  { name: "amber 10", stop: null },
  { name: "amber 2", stop: 10 },
  { name: "Birch", stop: 2 },
];
const names = (sort: string) => inOrder(ROWS, COLUMNS, sortFrom(sort, COLUMNS)).map(({ name }) => name);

describe("a list's order", () => {
  it("is natural, and keeps what has no value at the end", () => {
    expect(names("name")).toEqual(["amber 2", "amber 10", "Birch"]);
    expect(names("-name")).toEqual(["Birch", "amber 10", "amber 2"]);
    expect(names("stop")).toEqual(["Birch", "amber 2", "amber 10"]);
    expect(names("-stop")).toEqual(["amber 2", "Birch", "amber 10"]);
  });

  it("is the list's own where the address makes no sense", () => {
    for (const sort of ["", "colour", "check", "--name"]) expect(names(sort)).toEqual(ROWS.map(({ name }) => name));
  });

  it("goes from ascending to descending to its own", () => {
    expect(nextSort("stop", null)).toBe("stop");
    expect(nextSort("stop", { column: "stop", descending: false })).toBe("-stop");
    expect(nextSort("stop", { column: "stop", descending: true })).toBe("");
    expect(nextSort("name", { column: "stop", descending: true })).toBe("name");
  });

  it("exports what is no control", () => {
    expect(exported(COLUMNS).map(({ id }) => id)).toEqual(["name", "stop"]);
  });
});
