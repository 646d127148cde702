import { COLUMN_NAMES, COLUMNS, OPTIONAL_COLUMNS, ALWAYS_OPEN, type Column } from "../rules/customerRecord";
import { IMPORT_STATES } from "../rules/stateDefaults";

const NOTES: Partial<Record<Column, string>> = {
  Business_Hours__c: `must be '${ALWAYS_OPEN}': only such fridges can be imported`,
  Fridge_State__c: `${IMPORT_STATES.join(", ")}: the import has defaults for these`,
  MALatitude__c: "without it that of the state's largest city, to be updated at install",
  MALongitude__c: "without it that of the state's largest city, to be updated at install",
  POS_NAME__c: "letters, digits and underscores; each id once",
  Stocking_Date__c: "YYYY-MM-DD or M/D/YYYY",
};

/** What a file must look like. */
export function HelpPanel({ open }: { readonly open: boolean }) {
  return (
    <details className="import-help" open={open}>
      <summary>What the file must look like</summary>
      <p>
        An export of the customer records as CSV or .xlsx, with these columns in any order. Nothing is created before
        you have seen the preview.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Becomes</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {COLUMN_NAMES.map((column) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>{COLUMNS[column] ?? "a check only"}</td>
              <td>{NOTES[column] ?? (OPTIONAL_COLUMNS.has(column) ? "may be missing" : "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
