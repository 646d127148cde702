/** What the history tells: who changed a value last, and which earlier values it can be given again. Pure. */
import { editableRow, type EditableRow } from "../rules/attributes";
import { isRemovable } from "./draft";
import type { HistoryEntry } from "./queries";

type Change = HistoryEntry["changes"][number];

/** Entries that changed what is stored, rather than what is scheduled. */
const WRITES: ReadonlySet<string> = new Set(["UPDATED", "SCHEDULE_APPLIED"]);

/** Hours are stored twice, by day and as their summary; the summary tells of both. */
export function shownChanges({ changes }: HistoryEntry): readonly Change[] {
  const summarized = changes.some(({ attribute }) => attribute === "hours");
  return changes.filter(({ attribute }) => !(summarized && attribute === "workHours"));
}

/** An earlier value, to be edited in again. */
export interface EarlierValue {
  readonly row: EditableRow;
  readonly value: unknown;
}

/**
 * The value that a change replaced, where an edit can bring it back: the attribute is one that people edit, and its
 * value is another one now.
 */
export function earlierValue(
  entry: HistoryEntry,
  change: Change,
  stored: Readonly<Record<string, unknown>>,
): EarlierValue | null {
  if (!WRITES.has(entry.event)) return null;
  const attribute = change.attribute === "hours" ? "workHours" : change.attribute;
  const told = entry.changes.find((other) => other.attribute === attribute);
  const row = editableRow(attribute);
  if (!row || !told || (told.from === null && !isRemovable(attribute))) return null;
  const value: unknown = told.from === null ? null : JSON.parse(told.from);
  return canonical(value) === canonical(stored[attribute] ?? null) ? null : { row, value };
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Who changed the attribute last, after `since`. */
export function lastChange(
  entries: readonly HistoryEntry[],
  attribute: string,
  since: string,
): HistoryEntry | undefined {
  const writes = entries.filter(({ event, at }) => WRITES.has(event) && at > since);
  return writes.find(({ changes }) => changes.some((change) => change.attribute === attribute));
}
