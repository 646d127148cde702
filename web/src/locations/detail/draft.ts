/** What a person is typing into a row's editor, and what becomes of it: an edit, or scheduled changes. */
import type { FieldError } from "../../api/errors";
import type { CreateScheduleChangeInput, Location } from "../../api/schema";
import type { EditableRow } from "../rules/attributes";
import { OTHER_REASON } from "../rules/options";
import { checkEdit, type EditContext, type LocationEdit } from "../rules/edit";
import { textOf } from "../rules/format";
import { allDayHours, isAllDay, storedHours, WEEKDAYS, type HoursDraft, type WorkHours } from "../rules/hours";

export interface Draft {
  /** Text as typed, or the parts of a composed value. */
  readonly value: unknown;
  /** The reason chosen, where a change needs one; with 'Other' the free text is the reason. */
  readonly reason: string;
  readonly freeText: string;
}

/** Attributes that a null removes; the others cannot be empty. */
const REMOVABLE: ReadonlySet<string> = new Set([
  "deviceAddress",
  "holidayScreenStartDate",
  "holidayScreenEndDate",
  "route",
  "serialPort",
]);

/** Whether the attribute can be left without a value. */
export function isRemovable(attribute: string): boolean {
  return REMOVABLE.has(attribute);
}

function hoursDraft(hours: WorkHours): HoursDraft {
  if (isAllDay(hours)) return { allDay: true, days: {} };
  const open = WEEKDAYS.some((day) => hours[day]?.length);
  return { allDay: open ? false : null, days: hours };
}

/** The draft that says a value, whether stored or scheduled. */
export function draftOf(row: EditableRow, value: unknown): Draft {
  const empty = { reason: "", freeText: "" };
  switch (row.editor.kind) {
    case "hours":
      return { value: hoursDraft(value ?? {}), ...empty };
    case "address":
    case "stockingSchedule":
      return { value: value ?? {}, ...empty };
    default:
      return { value: textOf(value), ...empty };
  }
}

function wireValue(row: EditableRow, value: unknown): unknown {
  const { editor, attribute } = row;
  if (editor.kind === "hours") {
    const { allDay, days } = value as HoursDraft;
    if (allDay === null) return null;
    return allDay ? allDayHours() : storedHours(days);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([part, content]) => [
        part,
        typeof content === "string" ? content.trim() : (content as unknown),
      ]),
    );
  }
  const text = textOf(value).trim();
  if (text === "" && isRemovable(attribute)) return null;
  const wholeNumber =
    editor.kind === "reasoned" ||
    (editor.kind === "select" && editor.wire === "number") ||
    (editor.kind === "number" && editor.integer);
  return wholeNumber && /^-?\d+$/.test(text) ? Number(text) : text;
}

function reasonOf(draft: Draft): string {
  return (draft.reason === OTHER_REASON ? draft.freeText : draft.reason).trim();
}

/** The body of an update, but for the version. */
export function editOf(row: EditableRow, draft: Draft): LocationEdit {
  const value = { [row.attribute]: wireValue(row, draft.value) };
  const reason = reasonOf(draft);
  return row.editor.kind === "reasoned" && reason ? { ...value, updateReason: { [row.attribute]: reason } } : value;
}

/** Whether the draft says what the location already has; a reason alone changes nothing. */
export function isUnchanged(row: EditableRow, draft: Draft, stored: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(wireValue(row, value), sortedKeys);
  return text(draft.value) === text(draftOf(row, stored).value);
}

/** Parts in one order, whatever order they were typed or stored in. */
function sortedKeys(_key: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;
}

export function checkDraft(row: EditableRow, draft: Draft, context: EditContext): FieldError[] {
  return checkEdit(editOf(row, draft), context);
}

/** By the time it comes the value may be another one, so a scheduled change is checked as a change. */
export function checkScheduledDraft(row: EditableRow, draft: Draft, context: EditContext): FieldError[] {
  return checkEdit(editOf(row, draft), { ...context, prod: NaN, reserve: NaN, stored: {} });
}

/** A reason travels as a change of its own, at the same time: the two are a pair. */
export function scheduleInputs(
  row: EditableRow,
  draft: Draft,
  location: Location["id"],
  at: Date,
): CreateScheduleChangeInput[] {
  return Object.entries(editOf(row, draft)).map(([attribute, value]) => ({
    location,
    attribute,
    value: JSON.stringify(value),
    dateTime: at.toISOString(),
  }));
}
