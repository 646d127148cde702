/**
 * From a record of the customer-relationship system to a new location (spec of locations, sections 3.4, 5.3 and 9).
 * Pure: a record in, the location and all that is wrong with it out.
 */
import { checkCreate, DEFAULTS, withoutEmpty, type CreateContext, type NewLocation } from "./create";
import { taxRateOf } from "./effects";
import { IMPORT_STATES, stateDefaults } from "./stateDefaults";

/** The columns, and the fields of a new location that they become. Business_Hours__c is used for a check only. */
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

/** Columns that a file may lack: there are defaults for what they say. */
export const OPTIONAL_COLUMNS: ReadonlySet<Column> = new Set<Column>([
  "Access_Type__c",
  "Vertical__c",
  "Sales_Tax_Rate__c",
  "MALatitude__c",
  "MALongitude__c",
]);

/** A record as text, each cell as the location's fields write it. */
export type CustomerRecord = Readonly<Record<Column, string>>;

/** A cell as a file has it: a spreadsheet knows numbers and dates, a CSV file only text. */
export type Cell = string | number | boolean | Date | null | undefined;

/** Something wrong with a record. */
export interface Reason {
  /** Where it is to be repaired; null where the line as a whole is wrong. */
  readonly column: Column | null;
  readonly message: string;
  /** What all reasons that are repaired alike are called, where their messages differ. */
  readonly repair: string;
}

export const reason = (column: Column | null, message: string, repair: string = message): Reason => ({
  column,
  message,
  repair,
});

const COLUMN_OF = new Map<string, Column>(
  COLUMN_NAMES.flatMap((column) => (COLUMNS[column] === null ? [] : [[COLUMNS[column], column]])),
);

export const ALWAYS_OPEN = "24 Hours";

/** States whose ZIP codes begin with 0, which spreadsheet programs take away. */
const LEADING_ZERO: ReadonlySet<string> = new Set(["CT", "MA", "ME", "NH", "NJ", "RI", "VT"]);

const textOf = (cell: Cell): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : cell === null || cell === undefined
      ? ""
      : String(cell).trim();

function zipCodeOf(cell: Cell, state: string): string {
  if (typeof cell === "number") return String(cell).padStart(5, "0");
  const text = textOf(cell);
  const short = /^(\d{3,4})(-\d{4})?$/.exec(text);
  return short && LEADING_ZERO.has(state) ? `${(short[1] ?? "").padStart(5, "0")}${short[2] ?? ""}` : text;
}

/** 41 of a spreadsheet is 41.0: the cell cannot say how it was written. */
function coordinateOf(cell: Cell): string {
  return typeof cell === "number" && Number.isInteger(cell) ? `${cell}.0` : textOf(cell);
}

/** Also '12/1/2026', as reports write it, and a date with a time behind it. */
function dateOf(cell: Cell): string {
  const text = textOf(cell);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text);
  if (american) {
    const [, month = "", day = "", year = ""] = american;
    return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  return /^(\d{4}-\d{2}-\d{2})[T ]\d/.exec(text)?.[1] ?? text;
}

/** The record that a line's cells make. */
export function recordOf(cell: (column: Column) => Cell): CustomerRecord {
  const texts = Object.fromEntries(COLUMN_NAMES.map((column) => [column, textOf(cell(column))])) as Record<
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

/** The new location with the defaults of its state and those of the form; what the record says goes before both. */
export function newLocationOf(record: CustomerRecord): NewLocation {
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

/** Everything that keeps a record from being imported. */
export function checkRecord(record: CustomerRecord, context: CreateContext): Reason[] {
  const { Business_Hours__c: hours, Fridge_State__c: state } = record;
  const reasons: Reason[] = [];
  if (hours !== ALWAYS_OPEN) {
    const found = hours === "" ? "empty" : `'${hours}'`;
    reasons.push(
      reason(
        "Business_Hours__c",
        `Business_Hours__c is ${found}, it must be '${ALWAYS_OPEN}'`,
        `Only fridges that are open 24 hours can be imported: Business_Hours__c must be '${ALWAYS_OPEN}'`,
      ),
    );
  }
  const unknownState = state !== "" && stateDefaults(state) === undefined;
  if (unknownState) {
    const states = IMPORT_STATES.join(", ");
    reasons.push(
      reason(
        "Fridge_State__c",
        `The import has no defaults for the state ${state}, only for ${states}`,
        `The import has defaults only for the states ${states}; create the others by the form`,
      ),
    );
  }
  // Of a state without defaults one reason is enough: that it is not offered, or brings no coordinates, goes with it.
  const follows = (field: string, message: string) =>
    (unknownState && field === "state") ||
    (state === "" || unknownState ? /^(latitude|longitude) cannot be empty$/.test(message) : false);
  for (const { field, message } of checkCreate(newLocationOf(record), context)) {
    if (!follows(field, message)) reasons.push(reason(COLUMN_OF.get(field) ?? null, message));
  }
  return reasons;
}
