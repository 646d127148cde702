import { DataTable, id, tableColumns, text } from "../../ui/table";
import { COLUMN_NAMES, COLUMNS, OPTIONAL_COLUMNS, ALL_DAY_HOURS, type Column } from "../rules/customerRecord";
import { IMPORT_STATES } from "../rules/stateDefaults";

const NOTES: Partial<Record<Column, string>> = {
  Business_Hours__c: `must be '${ALL_DAY_HOURS}'; other fridges cannot be imported`,
  Fridge_State__c: `one of ${IMPORT_STATES.join(", ")}`,
  MALatitude__c: "optional; defaults to the state's largest city until install",
  MALongitude__c: "optional; defaults to the state's largest city until install",
  POS_NAME__c: "letters, digits and underscores; each id once",
  Stocking_Date__c: "YYYY-MM-DD or M/D/YYYY",
};

interface Row {
  readonly column: Column;
  readonly field: string;
  readonly note: string;
}

const ROWS = COLUMN_NAMES.map((column): Row => ({
  column,
  field: COLUMNS[column] ?? "checked only",
  note: NOTES[column] ?? (OPTIONAL_COLUMNS.has(column) ? "optional" : ""),
}));

const TABLE_COLUMNS = tableColumns<Row>([
  id("column", { label: "Column", value: ({ column }) => column, sortable: false, rowHeader: true, grow: 0 }),
  text("field", { label: "Field", value: ({ field }) => field, sortable: false, grow: 1 }),
  text("note", { label: "Note", value: ({ note }) => note, sortable: false, grow: 3 }),
]);

/** The columns of the file. */
export function FormatTable() {
  return (
    <DataTable
      name="import-format"
      label="Columns of the file"
      columns={TABLE_COLUMNS}
      rows={ROWS}
      rowId={({ column }) => column}
      plain
    />
  );
}
