/** Finds the last change of a value and the earlier values that can be restored. Pure. */
import { editableRow, type EditableRow } from "../rules/attributes";
import { isRemovable } from "./draft";
import type { HistoryEntry } from "./queries";

type Change = HistoryEntry["changes"][number];

/** Events that changed stored values. Other events only schedule changes. */
const WRITES: ReadonlySet<string> = new Set(["UPDATED", "SCHEDULE_APPLIED"]);

/** The changes to display. Hours are stored by day and as a summary; only the summary is shown. */
export function visibleChanges({ changes }: HistoryEntry): readonly Change[] {
  const summarized = changes.some(({ attribute }) => attribute === "hours");
  return changes.filter(({ attribute }) => !(summarized && attribute === "workHours"));
}

/** An earlier value that an edit can restore. */
export interface EarlierValue {
  readonly row: EditableRow;
  readonly value: unknown;
}

/**
 * The value that a change replaced, or null if it cannot be restored: the attribute is read-only, or it has that value
 * again.
 */
export function earlierValue(
  entry: HistoryEntry,
  change: Change,
  stored: Readonly<Record<string, unknown>>,
): EarlierValue | null {
  if (!WRITES.has(entry.event)) return null;
  const attribute = change.attribute === "hours" ? "workHours" : change.attribute;
  const recorded = entry.changes.find((other) => other.attribute === attribute);
  const row = editableRow(attribute);
  if (!row || !recorded || (recorded.from === null && !isRemovable(attribute))) return null;
  const value: unknown = recorded.from === null ? null : JSON.parse(recorded.from);
  return canonical(value) === canonical(stored[attribute] ?? null) ? null : { row, value };
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Events that set a value of the location. */
const SETS: ReadonlySet<string> = new Set([...WRITES, "CREATED", "SYNCED"]);

const isStatusChange = ({ event, changes }: HistoryEntry) =>
  SETS.has(event) && changes.some(({ attribute }) => attribute === "status");

/** Whether one of the entries set the status. */
export function setsStatus(entries: readonly HistoryEntry[]): boolean {
  return entries.some(isStatusChange);
}

/** The last entry that set the status, if it set the current one. `entries` are newest first. */
export function statusChange(entries: readonly HistoryEntry[], status: string): HistoryEntry | undefined {
  const last = entries.find(isStatusChange);
  const setsCurrent = last?.changes.some(
    ({ attribute, to }) => attribute === "status" && to === JSON.stringify(status),
  );
  return setsCurrent ? last : undefined;
}

/** The last entry after `since` that changed the attribute. */
export function lastChange(
  entries: readonly HistoryEntry[],
  attribute: string,
  since: string,
): HistoryEntry | undefined {
  const writes = entries.filter(({ event, at }) => WRITES.has(event) && at > since);
  return writes.find(({ changes }) => changes.some((change) => change.attribute === attribute));
}
