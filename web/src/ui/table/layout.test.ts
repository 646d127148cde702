import { expect, test } from "vitest";
import { dateTime, id, minWidthOf, tableColumns, text } from "./columns";
import { fitColumns, templateOf } from "./layout";

interface Row {
  readonly name: string;
}

const value = ({ name }: Row) => name;
const COLUMNS = tableColumns<Row>([
  id("id", { label: "Id", value }),
  text("a", { label: "A", value, priority: 2 }),
  text("b", { label: "B", value, priority: 3 }),
  text("c", { label: "C", value, priority: 3 }),
]);
const visible = (available: number, choice: Record<string, boolean> = {}) =>
  Object.entries(fitColumns(COLUMNS, choice, () => 100, available)).flatMap(([id, shown]) => (shown ? [id] : []));

test("columns of lower priority are hidden first, from the end", () => {
  expect(visible(400)).toEqual(["id", "a", "b", "c"]);
  expect(visible(399)).toEqual(["id", "a", "b"]);
  expect(visible(250)).toEqual(["id", "a"]);
  expect(visible(50)).toEqual(["id"]);
});

test("all columns are visible while the width is not known", () => {
  expect(visible(0)).toEqual(["id", "a", "b", "c"]);
});

test("a column that the user chose stays visible or hidden", () => {
  expect(visible(250, { c: true })).toEqual(["id", "c"]);
  expect(visible(1000, { id: false })).toEqual(["a", "b", "c"]);
});

test.each([
  [false, "minmax(100px, 2fr) 80px"],
  [true, "100px 80px"],
])("columns share the remaining width unless the table scrolls sideways (%s)", (overflows, template) => {
  const layout = {
    visibility: {},
    widths: {},
    minWidths: new Map([
      ["a", 100],
      ["b", 80],
    ]),
    grow: new Map([["a", 2]]),
    overflows,
  };
  expect(templateOf([{ id: "a" }, { id: "b" }], layout, false)).toEqual({ "--columns": template });
});

test("a column is wide enough for its longest id and for the words of its label", () => {
  const [ids] = COLUMNS;
  const short = ids ? minWidthOf(ids, [{ name: "MSY_0006" }]) : 0;
  const long = ids ? minWidthOf(ids, [{ name: "MSY_0006" }, { name: "MSY_0006_SECOND_FLOOR" }]) : 0;
  expect(long).toBeGreaterThan(short);
  expect(long).toBeGreaterThanOrEqual("MSY_0006_SECOND_FLOOR".length * 0.54);
  const label = text<Row>("long", { label: "layoutName of", value, minWidth: 1 });
  expect(minWidthOf(label, [])).toBeGreaterThanOrEqual("layoutName".length * 0.54);
});

test("a time is measured by its displayed text", () => {
  const column = dateTime<Row>("at", { label: "At", value, format: (at) => `${at} in Central time` });
  expect(minWidthOf(column, [{ name: "2026-11-21" }])).toBeGreaterThan(27 * 0.54);
});

test("the times of a long table are measured in a few rows", () => {
  let formatted = 0;
  const format = (at: string) => {
    formatted += 1;
    return at;
  };
  const column = dateTime<Row>("at", { label: "At", value, format });
  const rows = Array.from({ length: 100_000 }, () => ({ name: "2026-11-21T10:00:00.000Z" }));
  expect(minWidthOf(column, rows)).toBeGreaterThan(24 * 0.54);
  expect(formatted).toBeLessThan(1000);
});

test("a label can break at its hyphens, and needs no place for an arrow if the column is not sortable", () => {
  const column = text<Row>("flag", { label: "food-safety-hold", value, minWidth: 1, sortable: false });
  const sortable = text<Row>("flag", { label: "food-safety-hold", value, minWidth: 1 });
  expect(minWidthOf(column, [])).toBeGreaterThanOrEqual("safety".length * 0.54 + 0.75);
  expect(minWidthOf(column, [])).toBeLessThan("food-safety".length * 0.54);
  expect(minWidthOf(column, [])).toBeLessThan(minWidthOf(sortable, []));
});
