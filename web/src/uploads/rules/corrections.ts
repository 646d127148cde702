/** Corrections of an invalid file on the screen: changed cells and excluded lines. */
import type { CheckedLine } from "./checked";
import type { Line } from "./sheet";

export interface CorrectedLine {
  /** In the order of the columns of the format. */
  readonly cells: readonly string[];
  /** Whether the user changed this line, and not only another line with the same value. */
  readonly edited: boolean;
}

/** The corrected lines by line number; null for an excluded line. */
export type Corrections = ReadonlyMap<number, CorrectedLine | null>;

/** A changed cell of a rejected line. */
export interface CellChange {
  readonly line: number;
  /** The position of the column in the format. */
  readonly column: number;
  readonly value: string;
}

export const NO_CORRECTIONS: Corrections = new Map();

/**
 * Adds a changed cell. In a shared column, such as the location, the other rejected lines with the same value get the new
 * value too, because a wrong name is usually wrong in all lines of its group.
 *
 * @param lines the lines as last checked, with the earlier corrections
 */
export function correctCell(
  corrections: Corrections,
  lines: readonly CheckedLine<unknown>[],
  { line, column, value }: CellChange,
  isShared: boolean,
): Corrections {
  const cellsOf = ({ line: number, cells }: CheckedLine<unknown>) =>
    (number === null ? undefined : corrections.get(number)?.cells) ?? cells;
  const changed = lines.find((each) => each.line === line);
  const before = changed && cellsOf(changed)[column];
  const next = new Map(corrections);
  for (const other of lines) {
    const { line: number, outcome } = other;
    if (number === null || corrections.get(number) === null) continue;
    const cells = cellsOf(other);
    const isChanged = number === line;
    if (!isChanged && !(isShared && outcome === "rejected" && cells[column] === before)) continue;
    next.set(number, {
      cells: cells.map((cell, index) => (index === column ? value : cell)),
      edited: isChanged || (corrections.get(number)?.edited ?? false),
    });
  }
  return next;
}

export function excludeLine(corrections: Corrections, line: number): Corrections {
  return new Map([...corrections, [line, null]]);
}

/**
 * Applies the corrections to the lines of a file. A line that could not be parsed stays malformed until the user changes
 * it, because its cells can be wrong.
 */
export function applyCorrections<Column extends string>(
  lines: readonly Line<Column>[],
  columns: readonly Column[],
  corrections: Corrections,
): readonly Line<Column>[] {
  if (corrections.size === 0) return lines;
  return lines.flatMap((line): readonly Line<Column>[] => {
    const correction = corrections.get(line.number);
    if (correction === undefined) return [line];
    if (correction === null) return [];
    const cells: Record<Column, string> = { ...line.cells };
    columns.forEach((column, index) => {
      cells[column] = (correction.cells[index] ?? "").trim();
    });
    return [{ ...line, cells, malformed: correction.edited ? null : line.malformed }];
  });
}

/** The remarks about the corrections for the preview. */
export function describeCorrections(corrections: Corrections): readonly string[] {
  const excluded = [...corrections.values()].filter((correction) => correction === null).length;
  const corrected = corrections.size - excluded;
  const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);
  return [
    ...(corrected > 0 ? [`${rows(corrected)} corrected on this page`] : []),
    ...(excluded > 0 ? [`${rows(excluded)} excluded on this page`] : []),
  ];
}
