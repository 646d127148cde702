import { describe, expect, it } from "vitest";
import type { CheckedLine } from "./checked";
import {
  applyCorrections,
  correctCell,
  describeCorrections,
  excludeLine,
  NO_CORRECTIONS,
  type Corrections,
} from "./corrections";
import type { Line } from "./sheet";

const COLUMNS = ["location", "par"] as const;
const checked = (
  line: number | null,
  outcome: CheckedLine<null>["outcome"],
  ...cells: string[]
): CheckedLine<null> => ({
  line,
  outcome,
  cells,
  stored: null,
  reasons: [],
  value: null,
});
const LINES = [
  checked(2, "rejected", "CHI_O1", "6"),
  checked(3, "rejected", "CHI_O1", "x"),
  checked(4, "added", "CHI_O1", "6"),
  checked(5, "rejected", "NY_1", "x"),
  checked(null, "removed", "CHI_O1", "1"),
];
const cellsOf = (corrections: Corrections) =>
  Object.fromEntries([...corrections].map(([line, corrected]) => [line, corrected?.cells.join(" ") ?? "excluded"]));

describe("a corrected cell", () => {
  it("changes only its line", () => {
    const corrections = correctCell(NO_CORRECTIONS, LINES, { line: 3, column: 1, value: "7" }, false);
    expect(cellsOf(corrections)).toEqual({ 3: "CHI_O1 7" });
  });

  it("of a shared column changes the other rejected lines with the same value", () => {
    const corrections = correctCell(NO_CORRECTIONS, LINES, { line: 2, column: 0, value: "CHI_01" }, true);
    expect(cellsOf(corrections)).toEqual({ 2: "CHI_01 6", 3: "CHI_01 x" });
    expect([...corrections.values()].map((corrected) => corrected?.edited)).toEqual([true, false]);
  });

  it("keeps earlier corrections, also those that are not checked yet, and excluded lines", () => {
    let corrections = correctCell(NO_CORRECTIONS, LINES, { line: 3, column: 1, value: "7" }, false);
    corrections = excludeLine(corrections, 5);
    corrections = correctCell(corrections, LINES, { line: 2, column: 0, value: "CHI_01" }, true);
    expect(cellsOf(corrections)).toEqual({ 2: "CHI_01 6", 3: "CHI_01 7", 5: "excluded" });
    expect(describeCorrections(corrections)).toEqual(["2 rows corrected on this page", "1 row excluded on this page"]);
  });
});

describe("corrections applied to the lines of a file", () => {
  const line = (
    number: number,
    location: string,
    par: string,
    malformed: string | null = null,
  ): Line<"location" | "par"> => ({
    number,
    cells: { location, par },
    malformed,
  });

  it("replace the cells and remove the excluded lines", () => {
    const corrections: Corrections = new Map([
      [2, { cells: ["CHI_01", " 7 "], edited: true }],
      [3, null],
    ]);
    expect(
      applyCorrections([line(2, "CHI_O1", "x"), line(3, "NY_1", "x"), line(4, "LA_1", "6")], COLUMNS, corrections),
    ).toEqual([line(2, "CHI_01", "7"), line(4, "LA_1", "6")]);
  });

  it("keep a malformed line rejected until the user changes the line itself", () => {
    const malformed = "a quotation mark is out of place";
    const lines = [line(2, "CHI_O1", "6", malformed)];
    const correctedWith = (edited: boolean) =>
      applyCorrections(lines, COLUMNS, new Map([[2, { cells: ["CHI_01", "6"], edited }]]))[0]?.malformed;
    expect(correctedWith(false)).toBe(malformed);
    expect(correctedWith(true)).toBeNull();
  });
});
