import { expect, test } from "vitest";
import { dateTime, id, minWidthOf, tableColumns, text } from "./columns";
import { fitColumns } from "./layout";

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
