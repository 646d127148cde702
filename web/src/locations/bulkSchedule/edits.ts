/** What is to become of the chosen locations: attributes with a new value each. */
import { config } from "../../api/config";
import type { FieldError } from "../../api/errors";
import { checkScheduledDraft, draftOf, type Draft } from "../detail/draft";
import { ROWS, isEditable, labelOf, type EditableRow } from "../rules/attributes";
import type { EditContext, SearchAttribute } from "../rules/edit";

export interface BulkEdit {
  readonly row: EditableRow;
  readonly draft: Draft;
  /** Fields that were touched: what is wrong with the others is not said yet. */
  readonly touched: ReadonlySet<string>;
}

/** What belongs to one location alone: no two stand at one place or answer at one address. */
const OF_ONE_LOCATION: ReadonlySet<string> = new Set(["address", "deviceAddress", "ip", "latitude", "longitude"]);

/** The attributes that many locations can be given at once. */
export const BULK_ROWS: readonly EditableRow[] = ROWS.filter(isEditable).filter(
  ({ attribute }) => !OF_ONE_LOCATION.has(attribute),
);

const MONDAY_TO_FRIDAY = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 };

/** An edit that says nothing yet; but days are ticked as for a new location (spec, section 3.1). */
export function newEdit(row: EditableRow): BulkEdit {
  const value = row.editor.kind === "stockingSchedule" ? MONDAY_TO_FRIDAY : null;
  return { row, draft: draftOf(row, value), touched: new Set() };
}

/** Everything that is wrong with an edit; one that nobody has touched says nothing, so it is not known to be meant. */
export function faultsOf({ row, draft, touched }: BulkEdit, offered: EditContext["offered"]): readonly FieldError[] {
  if (touched.size === 0 && row.editor.kind !== "stockingSchedule") {
    return [{ field: row.attribute, message: `Choose the new value of ${labelOf(row.attribute)}` }];
  }
  const context: EditContext = {
    id: "the locations",
    prod: NaN,
    reserve: NaN,
    companyHostMarker: config().companyHostMarker,
    ...(offered ? { offered } : {}),
  };
  return checkScheduledDraft(row, draft, context);
}

/** The search-type attributes among the edits, whose offered names decide what is valid. */
export function searched(edits: readonly BulkEdit[]): readonly SearchAttribute[] {
  return edits.flatMap(({ row }) => (row.editor.kind === "search" ? [row.attribute as SearchAttribute] : []));
}
