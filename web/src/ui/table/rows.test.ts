import { describe, expect, test } from "vitest";
import { actions, id, number, tableColumns, text } from "./columns";
import { findRows, formatSort, groupItems, groupRows, holdOrder, parseSort, sortRows } from "./rows";

interface Row {
  readonly name: string;
  readonly stop: number | null;
}

const COLUMNS = tableColumns<Row>([
  actions("check", { label: "Check", cell: () => null }),
  id("name", { label: "Name", value: ({ name }) => name }),
  number("stop", { label: "Stop", value: ({ stop }) => stop, format: (stop) => `No. ${stop}` }),
]);
const ROWS: readonly Row[] = [
  { name: "amber 10", stop: null },
  { name: "amber 2", stop: 10 },
  { name: "Birch", stop: 2 },
];
const names = (rows: readonly Row[]) => rows.map(({ name }) => name);
const sorted = (sort: string) => names(sortRows(ROWS, COLUMNS, parseSort(sort, COLUMNS)));

describe("the sort order", () => {
  test("is natural, with missing values last in both directions", () => {
    expect(sorted("name")).toEqual(["amber 2", "amber 10", "Birch"]);
    expect(sorted("-name")).toEqual(["Birch", "amber 10", "amber 2"]);
    expect(sorted("stop")).toEqual(["Birch", "amber 2", "amber 10"]);
    expect(sorted("-stop")).toEqual(["amber 2", "Birch", "amber 10"]);
  });

  test("stays unchanged with an invalid sort parameter", () => {
    for (const sort of ["", "color", "check", "--name"]) expect(sorted(sort)).toEqual(names(ROWS));
  });

  test("keeps the order of values that differ only in case", () => {
    const rows = [
      { name: "b", stop: 1 },
      { name: "A", stop: 2 },
      { name: "a", stop: 3 },
    ];
    expect(names(sortRows(rows, COLUMNS, parseSort("name", COLUMNS)))).toEqual(["A", "a", "b"]);
    expect(names(sortRows(rows, COLUMNS, parseSort("-name", COLUMNS)))).toEqual(["b", "A", "a"]);
  });

  test("uses the sort value of a column", () => {
    const columns = tableColumns<Row>([
      text("name", { label: "Name", value: ({ name }) => name, sortValue: ({ stop }) => stop }),
    ]);
    expect(names(sortRows(ROWS, columns, parseSort("name", columns)))).toEqual(["Birch", "amber 2", "amber 10"]);
  });

  test("has a parameter that can be parsed again", () => {
    for (const sort of ["", "stop", "-stop"]) expect(formatSort(parseSort(sort, COLUMNS))).toBe(sort);
  });
});

describe("the search", () => {
  test("finds values and displayed texts in any case", () => {
    expect(names(findRows(ROWS, COLUMNS, "birch"))).toEqual(["Birch"]);
    expect(names(findRows(ROWS, COLUMNS, "no. 10"))).toEqual(["amber 2"]);
  });

  test("excludes columns without `find`, and uses its text instead of the value", () => {
    const columns = tableColumns<Row>([
      text("name", { label: "Name", value: ({ name }) => name, find: false }),
      number("stop", { label: "Stop", value: ({ stop }) => stop, find: ({ stop }) => (stop === 2 ? "two" : "") }),
    ]);
    expect(findRows(ROWS, columns, "amber")).toEqual([]);
    expect(names(findRows(ROWS, columns, "two"))).toEqual(["Birch"]);
    expect(findRows(ROWS, columns, "10")).toEqual([]);
  });

  test("uses a predicate of the screen", () => {
    expect(names(findRows(ROWS, COLUMNS, "2", ({ stop }, query) => String(stop) === query))).toEqual(["Birch"]);
  });
});

describe("groups", () => {
  const groupOf = ({ name }: Row) => name.split(" ")[0] ?? "";

  test("keep the order of all rows and contain the listed and all rows", () => {
    const [amber, birch] = ROWS.slice(1);
    const groups = groupRows(birch && amber ? [birch, amber] : [], ROWS, groupOf);
    expect(groups).toEqual([
      { key: "amber", rows: [ROWS[1]], all: [ROWS[0], ROWS[1]] },
      { key: "Birch", rows: [ROWS[2]], all: [ROWS[2]] },
    ]);
  });

  test("without listed rows are omitted", () => {
    expect(groupRows(ROWS.slice(0, 1), ROWS, groupOf).map(({ key }) => key)).toEqual(["amber"]);
  });

  test("have a header, rows and a summary", () => {
    const items = groupItems(groupRows(ROWS, ROWS, groupOf), ({ name }) => name, true);
    expect(items.map(({ kind }) => kind)).toEqual(["header", "row", "row", "summary", "header", "row", "summary"]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });
});

test("an earlier order applies to the rows that it contains; other rows follow", () => {
  const order = new Map([
    ["Birch", 0],
    ["amber 10", 1],
  ]);
  expect(names(holdOrder(ROWS, ({ name }) => name, order))).toEqual(["Birch", "amber 10", "amber 2"]);
});

test("the columns of a table cannot share an id", () => {
  const column = text<Row>("name", { label: "Name", value: ({ name }) => name });
  expect(() => tableColumns([column, column])).toThrow("must differ");
});
