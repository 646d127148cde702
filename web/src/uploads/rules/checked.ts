/** A file's lines compared with what is stored: what sending them would do. */
import type { FileFormat, Line } from "./sheet";

/**
 * `removed` is no line of the file: what is stored now and goes, where what the file names is replaced whole.
 */
export const OUTCOMES = ["added", "changed", "unchanged", "removed", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface CheckedLine<Value> {
  /** In the file; null of what is removed. */
  readonly line: number | null;
  readonly outcome: Outcome;
  /** As the file has them, in the format's order of columns. */
  readonly cells: readonly string[];
  /** What is stored now, where that is something else. */
  readonly stored: string | null;
  /** Why it is refused: everything that is wrong, not only the first. */
  readonly reasons: readonly string[];
  /** What is to be sent; null of what is refused. */
  readonly value: Value | null;
}

/** How a kind of file is checked, in the worker. */
export interface FileCheck<Column extends string, Known, Value> {
  readonly format: FileFormat<Column>;
  /** Names of what must be known of the store before these lines can be compared: days, say. */
  readonly needs: (lines: readonly Line<Column>[]) => readonly string[];
  readonly compare: (lines: readonly Line<Column>[], known: Known) => readonly CheckedLine<Value>[];
}

export type Counts = Readonly<Record<Outcome, number>>;

export function countOutcomes(lines: readonly CheckedLine<unknown>[]): Counts {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0, refused: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}
