/** The rows of a file's preview, with their statuses. */
import type { CheckedLine } from "./checked";
import type { RowResult, RowResults } from "./chunk";
import type { Tone } from "../../ui/table";

export interface PreviewRow<Value> {
  readonly line: CheckedLine<Value>;
  /** The result of sending the row, if it was sent. */
  readonly result: RowResult | undefined;
  /** The position in the file. Removed records follow. */
  readonly position: number;
}

export interface PreviewStatus {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  /** Rows with this status are shown first and can be downloaded. */
  readonly isError?: true;
  /** Not offered as a filter while no row has it. */
  readonly optional?: true;
}

/** The statuses of rows that have their outcome as status. */
export const OUTCOME_STATUSES: readonly PreviewStatus[] = [
  { id: "added", label: "Added", tone: "positive" },
  { id: "changed", label: "Changed", tone: "info" },
  { id: "unchanged", label: "Unchanged", tone: "neutral" },
  { id: "removed", label: "Removed", tone: "warning", optional: true },
  { id: "rejected", label: "Rejected", tone: "negative", isError: true },
];

export function outcomeOf({ line }: PreviewRow<unknown>): string {
  return line.outcome;
}

export function previewRows<Value>(
  lines: readonly CheckedLine<Value>[],
  results: RowResults,
): readonly PreviewRow<Value>[] {
  return lines.map((line, position) => ({
    line,
    position,
    result: line.line === null ? undefined : results.get(line.line),
  }));
}

/** The server's errors, or the reasons for a rejection. */
export function errorsOf({ line, result }: PreviewRow<unknown>): readonly string[] {
  return result?.state === "failed" ? result.errors : line.reasons;
}

/** The reasons for a rejection, or a description of the stored record. */
export function noteOf({ line: { reasons, stored } }: PreviewRow<unknown>): string {
  return reasons.length > 0 ? reasons.join(". ") : (stored ?? "");
}
