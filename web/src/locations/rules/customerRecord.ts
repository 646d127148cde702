/**
 * Converts a record of the customer-relationship system to a new location and validates it
 * (docs/requirements/locations.md, "Import"). Pure.
 */
import { checkCreate, DEFAULTS, withoutEmpty, type CreateContext, type NewLocation } from "./create";
import { taxRateOf } from "./effects";
import { IMPORT_STATES, stateDefaults } from "./stateDefaults";

/** The columns and the location fields that they map to. Business_Hours__c is only checked. */
export const COLUMNS = {
  POS_NAME__c: "id",
  Business_Hours__c: null,
  Fridge_Street__c: "street",
  Fridge_City__c: "city",
  Fridge_State__c: "state",
  Fridge_Zipcode__c: "zipCode",
  Consumer_Friendly_NAme__c: "prettyName",
  Consumer_Friendly_Location__c: "directions",
  Stocking_Date__c: "onlineDate",
  Access_Type__c: "accessTo",
  Vertical__c: "vertical",
  Sales_Tax_Rate__c: "taxRate",
  MALatitude__c: "latitude",
  MALongitude__c: "longitude",
} as const;

export type Column = keyof typeof COLUMNS;

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[];

/** Columns with defaults, which can be missing. */
export const OPTIONAL_COLUMNS: ReadonlySet<Column> = new Set<Column>([
  "Access_Type__c",
  "Vertical__c",
  "Sales_Tax_Rate__c",
  "MALatitude__c",
  "MALongitude__c",
]);

/** A record as text, with each cell in the format of the location field. */
export type CustomerRecord = Readonly<Record<Column, string>>;

/** A cell of the file: a workbook has numbers and dates, a CSV file only text. */
export type Cell = string | number | boolean | Date | null | undefined;

/** A reason why a record cannot be imported. */
export interface RowIssue {
  /** The column to fix; null if the row as a whole is invalid. */
  readonly column: Column | null;
  readonly message: string;
  /** A description shared by all issues with the same fix. Groups issues whose messages differ. */
  readonly summary: string;
}

export const rowIssue = (column: Column | null, message: string, summary: string = message): RowIssue => ({
  column,
  message,
  summary,
});

const COLUMN_OF = new Map<string, Column>(
  COLUMN_NAMES.flatMap((column) => (COLUMNS[column] === null ? [] : [[COLUMNS[column], column]])),
);

export const ALL_DAY_HOURS = "24 Hours";

/** States whose ZIP codes start with 0, which spreadsheet programs remove. */
const STATES_WITH_LEADING_ZERO: ReadonlySet<string> = new Set(["CT", "MA", "ME", "NH", "NJ", "RI", "VT"]);

const cellText = (cell: Cell): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : cell === null || cell === undefined
      ? ""
      : String(cell).trim();

function zipCodeOf(cell: Cell, state: string): string {
  if (typeof cell === "number") return String(cell).padStart(5, "0");
  const text = cellText(cell);
  const short = /^(\d{3,4})(-\d{4})?$/.exec(text);
  return short && STATES_WITH_LEADING_ZERO.has(state) ? `${(short[1] ?? "").padStart(5, "0")}${short[2] ?? ""}` : text;
}

/** Adds a decimal to a whole number, because a workbook stores 41.0 as 41. */
function coordinateOf(cell: Cell): string {
  return typeof cell === "number" && Number.isInteger(cell) ? `${cell}.0` : cellText(cell);
}

/** Also accepts '12/1/2026' and a date with a time. */
function dateOf(cell: Cell): string {
  const text = cellText(cell);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text);
  if (american) {
    const [, month = "", day = "", year = ""] = american;
    return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  return /^(\d{4}-\d{2}-\d{2})[T ]\d/.exec(text)?.[1] ?? text;
}

/** Reads a record from the cells of a row. */
export function recordOf(cell: (column: Column) => Cell): CustomerRecord {
  const texts = Object.fromEntries(COLUMN_NAMES.map((column) => [column, cellText(cell(column))])) as Record<
    Column,
    string
  >;
  const state = texts.Fridge_State__c.toUpperCase();
  return {
    ...texts,
    Fridge_State__c: state,
    Fridge_Zipcode__c: zipCodeOf(cell("Fridge_Zipcode__c"), state),
    Stocking_Date__c: dateOf(cell("Stocking_Date__c")),
    MALatitude__c: coordinateOf(cell("MALatitude__c")),
    MALongitude__c: coordinateOf(cell("MALongitude__c")),
  };
}

/** The new location. The record's values override the defaults of its state, which override those of the form. */
export function toNewLocation(record: CustomerRecord): NewLocation {
  const fields = COLUMN_NAMES.flatMap((column) =>
    COLUMNS[column] === null ? [] : [[COLUMNS[column], record[column]]],
  );
  const { Fridge_State__c: state } = record;
  return withoutEmpty({
    ...DEFAULTS,
    layoutName: "dummy",
    taxRate: taxRateOf(state) ?? DEFAULTS.taxRate,
    ...stateDefaults(state),
    state: "",
    ...withoutEmpty(Object.fromEntries(fields) as NewLocation),
  });
}

/** All issues that prevent the import of a record. */
export function checkRecord(record: CustomerRecord, context: CreateContext): RowIssue[] {
  const { Business_Hours__c: hours, Fridge_State__c: state } = record;
  const issues: RowIssue[] = [];
  if (hours !== ALL_DAY_HOURS) {
    const found = hours === "" ? "empty" : `'${hours}'`;
    issues.push(
      rowIssue(
        "Business_Hours__c",
        `Business_Hours__c is ${found} but must be '${ALL_DAY_HOURS}'`,
        `Only fridges that are open 24 hours can be imported: Business_Hours__c must be '${ALL_DAY_HOURS}'`,
      ),
    );
  }
  const unknownState = state !== "" && stateDefaults(state) === undefined;
  if (unknownState) {
    const states = IMPORT_STATES.join(", ");
    issues.push(
      rowIssue(
        "Fridge_State__c",
        `The import has no defaults for the state ${state}, only for ${states}`,
        `The import has defaults only for the states ${states}; use the form for other states`,
      ),
    );
  }
  // One issue is enough for an unknown state: skip the invalid option and the missing coordinates that follow from it.
  const isConsequence = (field: string, message: string) =>
    (unknownState && field === "state") ||
    (state === "" || unknownState ? /^(latitude|longitude) cannot be empty$/.test(message) : false);
  for (const { field, message } of checkCreate(toNewLocation(record), context)) {
    if (!isConsequence(field, message)) issues.push(rowIssue(COLUMN_OF.get(field) ?? null, message));
  }
  return issues;
}
