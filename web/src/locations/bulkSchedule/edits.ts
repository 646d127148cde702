/** The edits of a bulk schedule: the attributes to change, with their new values. */
import { config } from "../../api/config";
import type { FieldError } from "../../api/errors";
import { validateScheduledDraft, toDraft, type Draft } from "../detail/draft";
import { ROWS, isEditable, labelOf, type EditableRow } from "../rules/attributes";
import type { EditContext, SearchAttribute } from "../rules/edit";

export interface BulkEdit {
  readonly row: EditableRow;
  readonly draft: Draft;
  /** The touched fields. Errors of other fields are not shown yet. */
  readonly touched: ReadonlySet<string>;
}

/** Attributes that must differ between locations, such as the address of the site or the device. */
const UNIQUE_ATTRIBUTES: ReadonlySet<string> = new Set(["address", "deviceAddress", "ip", "latitude", "longitude"]);

/** The attributes that can be set for many locations at once. */
export const BULK_EDITABLE_ROWS: readonly EditableRow[] = ROWS.filter(isEditable).filter(
  ({ attribute }) => !UNIQUE_ATTRIBUTES.has(attribute),
);

const MONDAY_TO_FRIDAY = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 };

/** An empty edit. Stocking days start with the defaults of a new location (docs/requirements/locations.md, LOC-23). */
export function createEdit(row: EditableRow): BulkEdit {
  const value = row.editor.kind === "stockingSchedule" ? MONDAY_TO_FRIDAY : null;
  return { row, draft: toDraft(row, value), touched: new Set() };
}

/** All validation errors of an edit. An untouched edit is an error, because an empty value may not be intended. */
export function validateEdit(
  { row, draft, touched }: BulkEdit,
  offered: EditContext["offered"],
): readonly FieldError[] {
  if (touched.size === 0 && row.editor.kind !== "stockingSchedule") {
    return [{ field: row.attribute, message: `Choose a new value for ${labelOf(row.attribute)}` }];
  }
  const context: EditContext = {
    id: "the locations",
    prod: NaN,
    reserve: NaN,
    companyHostMarker: config().companyHostMarker,
    ...(offered ? { offered } : {}),
  };
  return validateScheduledDraft(row, draft, context);
}

/** The search-type attributes among the edits. Their valid values depend on the names from the server. */
export function searchAttributes(edits: readonly BulkEdit[]): readonly SearchAttribute[] {
  return edits.flatMap(({ row }) => (row.editor.kind === "search" ? [row.attribute as SearchAttribute] : []));
}
