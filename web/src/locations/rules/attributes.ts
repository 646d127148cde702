/** The rows of the location detail: names, hint, and the editor or the reason why the row is read-only. */
import type { Location } from "../../api/schema";
import type { EditableAttribute } from "./edit";
import {
  ACCESS_OPTIONS,
  FLAG_OPTIONS,
  SERIAL_PORT_OPTIONS,
  STATUS_OPTIONS,
  TIME_ZONES,
  VERTICAL_OPTIONS,
  type Option,
} from "./options";

export type Editor =
  | { readonly kind: "select"; readonly options: readonly Option[]; readonly wire: "text" | "number" }
  | { readonly kind: "number"; readonly integer: boolean }
  | { readonly kind: "search" | "text" | "date" | "address" | "deviceAddress" | "hours" | "stockingSchedule" }
  /** A flag whose change needs a reason: prod and reserve. */
  | { readonly kind: "reasoned" };

interface RowText {
  /** The human name, which the detail page shows. */
  readonly title: string;
  /** The name in dialogs, messages and the history, as in docs/requirements/locations.md. */
  readonly label: string;
  readonly hint: string;
}

export interface EditableRow extends RowText {
  readonly attribute: EditableAttribute;
  readonly editor: Editor;
}

export interface ReadOnlyRow extends RowText {
  readonly attribute: keyof Location;
  readonly editor: null;
  readonly why: string;
}

export type Row = EditableRow | ReadOnlyRow;

const CUSTOMER_RECORD = "Synced from the customer-relationship system. Change it there";
const FRIDGE_REPORT = "Reported by the fridge";

const editable = (
  attribute: EditableAttribute,
  editor: Editor,
  title: string,
  hint: string,
  label: string = attribute,
): EditableRow => ({ attribute, editor, title, hint, label });
const readOnly = (
  attribute: keyof Location,
  why: string,
  title: string,
  hint: string,
  label: string = attribute,
): ReadOnlyRow => ({ attribute, editor: null, why, title, hint, label });
const choice = (options: readonly Option[]): Editor => ({ kind: "select", options, wire: "text" });
const yesNo: Editor = { kind: "select", options: FLAG_OPTIONS, wire: "number" };
const decimal: Editor = { kind: "number", integer: false };
const integer: Editor = { kind: "number", integer: true };

export interface RowGroup {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** All rows in the order of the detail page. */
export const ROW_GROUPS: readonly RowGroup[] = [
  {
    title: "Place",
    rows: [
      readOnly("prettyName", CUSTOMER_RECORD, "Pretty name", "The name that customers see"),
      editable("address", { kind: "address" }, "Address", "Street, city, state and ZIP code"),
      readOnly("directions", CUSTOMER_RECORD, "Directions", "How to find the fridge"),
      readOnly(
        "parkToFridgeInstructions",
        CUSTOMER_RECORD,
        "Park-to-fridge instructions",
        "From the parking space to the fridge; pars of a fridge need them",
        "Park-to-fridge instructions",
      ),
      editable("workHours", { kind: "hours" }, "Hours", "When people can reach the fridge", "hours"),
      editable("accessTo", choice(ACCESS_OPTIONS), "Access", "Who can reach the fridge"),
      editable("timeZone", choice(TIME_ZONES), "Time zone", "Time zone of hours and scheduled changes"),
      editable("latitude", decimal, "Latitude", "Degrees north, 28 to 49"),
      editable("longitude", decimal, "Longitude", "Degrees east, -128 to -67"),
      editable("vertical", choice(VERTICAL_OPTIONS), "Vertical", "Kind of site"),
      editable("covid19", yesNo, "COVID-19", "Affected by COVID-19 measures"),
      readOnly("market", CUSTOMER_RECORD, "Market", "Part of the country: MW, NE, WC or S", "Market"),
      readOnly("accountTier", CUSTOMER_RECORD, "Account tier", "Tier of the customer's account", "Account tier"),
      readOnly(
        "opportunityName",
        CUSTOMER_RECORD,
        "Opportunity name",
        "Name of the sales opportunity",
        "Opportunity name",
      ),
    ],
  },
  {
    title: "Stocking",
    rows: [
      editable(
        "prod",
        { kind: "reasoned" },
        "Ready for Allocation",
        "Whether the fridge receives food",
        "Ready for Allocation",
      ),
      editable(
        "stockingSchedule",
        { kind: "stockingSchedule" },
        "Stocking schedule",
        "Days on which the fridge is stocked",
      ),
      editable("layoutName", { kind: "search" }, "Layout name", "Planogram"),
      editable("route", { kind: "text" }, "Route", "The driver's route"),
      editable("stop", integer, "Stop", "Position on the route, 0 to 1000"),
      editable("onlineDate", { kind: "date" }, "Online date", "First day of sales"),
      readOnly(
        "fulfillmentCenter",
        CUSTOMER_RECORD,
        "Fulfillment center",
        "Kitchen that supplies the location; pars need it",
        "Fulfillment center",
      ),
      readOnly("routingTag", CUSTOMER_RECORD, "Routing tag", "Tag of the route planner; pars need it", "Routing tag"),
    ],
  },
  {
    title: "Selling",
    rows: [
      editable("status", choice(STATUS_OPTIONS), "Status", "Whether the fridge sells"),
      editable("publicStatus", choice(STATUS_OPTIONS), "Public status", "Status that customers see"),
      editable("reserve", { kind: "reasoned" }, "Reserve", "Mobile Ordering"),
      editable("priceMapTemplate", { kind: "search" }, "Price map template", "Template of the prices"),
      editable("taxRate", decimal, "Tax rate", "Percent, 0 to 30, up to three decimals"),
      editable("percentage", decimal, "Percentage", "0 to 100, up to two decimals"),
    ],
  },
  {
    title: "Hardware",
    rows: [
      readOnly("fridgeModel", FRIDGE_REPORT, "Fridge model", "Model of the fridge"),
      editable("fridgeSchema", { kind: "search" }, "Fridge schema", "Schema template of the fridge"),
      readOnly("hostname", FRIDGE_REPORT, "Host name", "Name of the fridge's computer"),
      editable("ip", { kind: "text" }, "IP address", "IPv4 address of the fridge"),
    ],
  },
  {
    title: "Payment",
    rows: [
      readOnly("paymentGateway", "Set when the card reader is provisioned", "Payment gateway", "How customers pay"),
      editable(
        "deviceAddress",
        { kind: "deviceAddress" },
        "Campus Card device address",
        "Card reader",
        "Campus Card device address",
      ),
      editable("serialPort", choice(SERIAL_PORT_OPTIONS), "Serial port", "Port of the reader"),
    ],
  },
  {
    title: "Holiday",
    rows: [
      editable("holidayScreenEnabled", yesNo, "Holiday screen", "Shows the holiday screen"),
      editable(
        "holidayScreenFridgeSpecific",
        integer,
        "Holiday image",
        "1: an image for this fridge; 0: the shared image",
      ),
      editable("holidayScreenStartDate", { kind: "date" }, "Holiday screen start", "First day of the holiday screen"),
      editable("holidayScreenEndDate", { kind: "date" }, "Holiday screen end", "Last day of the holiday screen"),
    ],
  },
];

export const ROWS: readonly Row[] = ROW_GROUPS.flatMap(({ rows }) => rows);

/** The name of a property in the requirements. A label that is a human name is not the name of its property. */
export function propertyName({ attribute, label, title }: Row): string {
  return label === title ? attribute : label;
}

export function isEditable(row: Row): row is EditableRow {
  return row.editor !== null;
}

export function editableRow(attribute: string | null): EditableRow | undefined {
  return ROWS.filter(isEditable).find((row) => row.attribute === attribute);
}

export function labelOf(attribute: string): string {
  return ROWS.find((row) => row.attribute === attribute)?.label ?? attribute;
}
