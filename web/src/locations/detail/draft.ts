/** The draft value of an editor, and its conversion to an edit or to scheduled changes. */
import type { FieldError } from "../../api/errors";
import type { CreateScheduleChangeInput, Location } from "../../api/schema";
import { parseDay } from "../../lib/day";
import { WEEKDAYS, type WeekTimes } from "../../lib/weekdays";
import type { Hours } from "../../ui/form/HoursField";
import type { EditableRow } from "../rules/attributes";
import { OTHER_REASON } from "../rules/options";
import { checkEdit, type EditContext, type LocationEdit } from "../rules/edit";
import { toInputText } from "../rules/format";
import { allDayHours, isAllDay, storedHours } from "../rules/hours";

export interface Draft {
  /** The entered text, or the parts of a composed value. */
  readonly value: unknown;
  /** The selected reason if the attribute needs one. For 'Other' the free text is the reason. */
  readonly reason: string;
  readonly freeText: string;
}

/** Attributes that null removes. All others are required. */
const REMOVABLE_ATTRIBUTES: ReadonlySet<string> = new Set([
  "deviceAddress",
  "holidayScreenStartDate",
  "holidayScreenEndDate",
  "route",
  "serialPort",
]);

/** Whether the attribute can be removed. */
export function isRemovable(attribute: string): boolean {
  return REMOVABLE_ATTRIBUTES.has(attribute);
}

function hoursDraft(hours: WeekTimes): Hours {
  if (isAllDay(hours)) return { allDay: true, days: {} };
  const open = WEEKDAYS.some((day) => hours[day]?.length);
  return { allDay: open ? false : null, days: hours };
}

/** Converts a stored or scheduled value to a draft. */
export function toDraft(row: EditableRow, value: unknown): Draft {
  const empty = { reason: "", freeText: "" };
  switch (row.editor.kind) {
    case "hours":
      return { value: hoursDraft(value ?? {}), ...empty };
    case "address":
    case "stockingSchedule":
      return { value: value ?? {}, ...empty };
    default:
      return { value: toInputText(value), ...empty };
  }
}

function wireValue(row: EditableRow, value: unknown): unknown {
  const { editor, attribute } = row;
  if (editor.kind === "hours") {
    const { allDay, days } = value as Hours;
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
  const text = toInputText(value).trim();
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

/** The body of an update, without the version. */
export function toEdit(row: EditableRow, draft: Draft): LocationEdit {
  const value = { [row.attribute]: wireValue(row, draft.value) };
  const reason = reasonOf(draft);
  return row.editor.kind === "reasoned" && reason ? { ...value, updateReason: { [row.attribute]: reason } } : value;
}

/** Whether the draft equals the stored value. A reason alone is no change. */
export function isUnchanged(row: EditableRow, draft: Draft, stored: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(wireValue(row, value), sortKeys);
  return text(draft.value) === text(toDraft(row, stored).value);
}

/** JSON replacer that sorts object keys, so that equal objects have equal JSON. */
function sortKeys(_key: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;
}

export function validateDraft(row: EditableRow, draft: Draft, context: EditContext): FieldError[] {
  const { attribute, editor } = row;
  const text = editor.kind === "date" ? toInputText(draft.value) : "";
  if (text !== "" && parseDay(text) === null) {
    return [{ field: attribute, message: `${attribute} should be a date in the format MM/dd/y` }];
  }
  return checkEdit(toEdit(row, draft), context);
}

/** Validates a scheduled change as a change, because the value can be different by then. */
export function validateScheduledDraft(row: EditableRow, draft: Draft, context: EditContext): FieldError[] {
  return validateDraft(row, draft, { ...context, prod: NaN, reserve: NaN, stored: {} });
}

/** The inputs of a scheduled change. A reason becomes a second change at the same time. */
export function toScheduleInputs(
  row: EditableRow,
  draft: Draft,
  location: Location["id"],
  at: Date,
): CreateScheduleChangeInput[] {
  return Object.entries(toEdit(row, draft)).map(([attribute, value]) => ({
    location,
    attribute,
    value: JSON.stringify(value),
    dateTime: at.toISOString(),
  }));
}
