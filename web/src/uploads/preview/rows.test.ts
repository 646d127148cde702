import { describe, expect, it } from "vitest";
import type { CheckedLine, Outcome } from "../rules/checked";
import { nextSort, previewRows } from "./rows";

const line = (number: number | null, outcome: Outcome, id: string, stop: string, note = ""): CheckedLine<null> => ({
  line: number,
  outcome,
  cells: [id, stop],
  stored: outcome === "rejected" ? null : note,
  reasons: outcome === "rejected" ? [note] : [],
  value: null,
});
const LINES = [
  line(2, "added", "IL_10", "3"),
  line(3, "rejected", "IL_9", "x", "There is no location IL_9"),
  line(4, "changed", "IL_2", "20", "amber, stop 3"),
  line(null, "removed", "IL_7", "1", "Not in the file"),
];
const idsOf = (...args: [Parameters<typeof previewRows>[1], string, Parameters<typeof previewRows>[3]]) =>
  previewRows(LINES, ...args).map(({ cells }) => cells[0]);

describe("previewRows", () => {
  it.each([
    ["all", "", ["IL_10", "IL_9", "IL_2", "IL_7"]],
    ["rejected", "", ["IL_9"]],
    ["unchanged", "", []],
    ["all", "il_1", ["IL_10"]],
    ["all", "AMBER", ["IL_2"]],
    ["all", "no location", ["IL_9"]],
  ] as const)("of %s rows that contain %j returns %j", (show, text, ids) =>
    expect(idsOf(show, text, null)).toEqual(ids),
  );

  it.each([
    [{ by: "line", descending: true }, ["IL_7", "IL_2", "IL_9", "IL_10"]],
    [{ by: 0, descending: false }, ["IL_2", "IL_7", "IL_9", "IL_10"]],
    [{ by: 1, descending: false }, ["IL_7", "IL_10", "IL_2", "IL_9"]],
    [{ by: "note", descending: false }, ["IL_10", "IL_2", "IL_7", "IL_9"]],
  ] as const)("sorted by %j returns %j", (sort, ids) => expect(idsOf("all", "", sort)).toEqual(ids));

  it("nextSort cycles through ascending, descending and the order of the file", () => {
    expect(nextSort(1, null)).toEqual({ by: 1, descending: false });
    expect(nextSort(1, { by: 1, descending: false })).toEqual({ by: 1, descending: true });
    expect(nextSort(1, { by: 1, descending: true })).toBeNull();
  });
});
