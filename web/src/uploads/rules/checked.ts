/** The lines of a file, compared with the stored records, and the effect of sending each line. */
import type { FileError, FileFormat, Line } from "./sheet";

/**
 * `removed` is not a line of the file. It is a stored record that the upload deletes, because the file replaces the whole
 * group and does not contain the record.
 */
export type Outcome = "added" | "changed" | "unchanged" | "removed" | "rejected";

export interface CheckedLine<Value> {
  /** Line number in the file. Null for a removed record. */
  readonly line: number | null;
  readonly outcome: Outcome;
  /** The cells of the file, in the order of the file's header (`ReadFile.header`). */
  readonly cells: readonly string[];
  /** Describes the stored record. Null if nothing is stored or it is the same. */
  readonly stored: string | null;
  /** All reasons why the line is rejected. */
  readonly reasons: readonly string[];
  /** The value to send. For a rejected line null, or the value to show. */
  readonly value: Value | null;
}

const NO_REASONS: readonly string[] = [];

/** The line of a file that is sent, or that is already stored. */
export function acceptLine<Column extends string, Value>(
  line: Line<Column>,
  columns: readonly Column[],
  outcome: "added" | "changed" | "unchanged",
  value: Value,
  stored: string | null = null,
): CheckedLine<Value> {
  return checkedLine(line, columns, outcome, stored, NO_REASONS, value);
}

/** @param note the reason of another line that rejects this line too */
export function rejectLine<Column extends string>(
  line: Line<Column>,
  columns: readonly Column[],
  reasons: readonly string[],
  note: string | null = null,
): CheckedLine<never> {
  return checkedLine<Column, never>(line, columns, "rejected", note, reasons, null);
}

/** All lines have their properties in the same order: a large file is compared several times as fast as with spreads. */
function checkedLine<Column extends string, Value>(
  { number, cells }: Line<Column>,
  columns: readonly Column[],
  outcome: Outcome,
  stored: string | null,
  reasons: readonly string[],
  value: Value | null,
): CheckedLine<Value> {
  return { line: number, outcome, cells: columns.map((column) => cells[column]), stored, reasons, value };
}

/** The lines of a file before their comparison. */
export interface ReadFile<Column extends string> {
  /** The columns of the cells. */
  readonly header: readonly string[];
  readonly lines: readonly Line<Column>[];
  /** Remarks about the whole file that do not block it, for example its ignored columns. */
  readonly notes: readonly string[];
}

export type ReadResult<Column extends string> =
  { readonly ok: true; readonly file: ReadFile<Column> } | { readonly ok: false; readonly error: FileError };

/** How the worker checks one kind of file. */
export interface FileCheck<Column extends string, Known, Value> {
  readonly format: FileFormat<Column>;
  /** Reads a file that is not only CSV text with the columns of the format. */
  readonly read?: (bytes: Uint8Array) => Promise<ReadResult<Column>>;
  /** Keys of the stored records to compare with, for example days. */
  readonly keysToLoad: (lines: readonly Line<Column>[]) => readonly string[];
  readonly compare: (lines: readonly Line<Column>[], known: Known) => readonly CheckedLine<Value>[];
}

export type Counts = Readonly<Record<Outcome, number>>;

export function countOutcomes(lines: readonly CheckedLine<unknown>[]): Counts {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0, rejected: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}
