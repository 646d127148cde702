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

/** Describes the file format. */
export function HelpPanel({ open }: { readonly open: boolean }) {
  return (
    <details className="import-help" open={open}>
      <summary>File format</summary>
      <p>
        An export of the customer records as CSV or .xlsx, with these columns in any order. Nothing is created until you
        confirm the preview.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Field</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {COLUMN_NAMES.map((column) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>{COLUMNS[column] ?? "checked only"}</td>
              <td>{NOTES[column] ?? (OPTIONAL_COLUMNS.has(column) ? "optional" : "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
