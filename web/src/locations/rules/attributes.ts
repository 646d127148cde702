/** The rows of the location detail: label, hint, and the editor or the reason why the row is read-only. */
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
  /** The label on the screen, as in docs/requirements/locations.md. */
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
  hint: string,
  label: string = attribute,
): EditableRow => ({
  attribute,
  editor,
  hint,
  label,
});
const readOnly = (attribute: keyof Location, why: string, hint: string, label: string = attribute): ReadOnlyRow => ({
  attribute,
  editor: null,
  why,
  hint,
  label,
});
const choice = (options: readonly Option[]): Editor => ({ kind: "select", options, wire: "text" });
const yesNo: Editor = { kind: "select", options: FLAG_OPTIONS, wire: "number" };
const decimal: Editor = { kind: "number", integer: false };
const integer: Editor = { kind: "number", integer: true };

export const ROWS: readonly Row[] = [
  editable("accessTo", choice(ACCESS_OPTIONS), "Who can reach the fridge"),
  editable("address", { kind: "address" }, "Street, city, state and ZIP code"),
  editable("deviceAddress", { kind: "deviceAddress" }, "Card reader", "Campus Card device address"),
  editable("covid19", yesNo, "Affected by COVID-19 measures"),
  readOnly("directions", CUSTOMER_RECORD, "How to find the fridge"),
  readOnly("fridgeModel", FRIDGE_REPORT, "Model of the fridge"),
  readOnly("hostname", FRIDGE_REPORT, "Name of the fridge's computer"),
  editable("fridgeSchema", { kind: "search" }, "Schema template of the fridge"),
  editable("workHours", { kind: "hours" }, "When people can reach the fridge", "hours"),
  editable("holidayScreenEnabled", yesNo, "Shows the holiday screen"),
  editable("holidayScreenFridgeSpecific", integer, "1: an image for this fridge; 0: the shared image"),
  editable("holidayScreenStartDate", { kind: "date" }, "First day of the holiday screen"),
  editable("holidayScreenEndDate", { kind: "date" }, "Last day of the holiday screen"),
  editable("ip", { kind: "text" }, "IPv4 address of the fridge"),
  editable("latitude", decimal, "Degrees north, 28 to 49"),
  editable("longitude", decimal, "Degrees east, -128 to -67"),
  editable("layoutName", { kind: "search" }, "Planogram"),
  editable("onlineDate", { kind: "date" }, "First day of sales"),
  readOnly("paymentGateway", "Set when the card reader is provisioned", "How customers pay"),
  editable("percentage", decimal, "0 to 100, up to two decimals"),
  readOnly("prettyName", CUSTOMER_RECORD, "The name that customers see"),
  editable("priceMapTemplate", { kind: "search" }, "Template of the prices"),
  editable("prod", { kind: "reasoned" }, "Whether the fridge receives food", "Ready for Allocation"),
  editable("publicStatus", choice(STATUS_OPTIONS), "Status that customers see"),
  editable("reserve", { kind: "reasoned" }, "Mobile Ordering"),
  editable("route", { kind: "text" }, "The driver's route"),
  editable("serialPort", choice(SERIAL_PORT_OPTIONS), "Port of the reader"),
  editable("status", choice(STATUS_OPTIONS), "Whether the fridge sells"),
  editable("stockingSchedule", { kind: "stockingSchedule" }, "Days on which the fridge is stocked"),
  editable("stop", integer, "Position on the route, 0 to 1000"),
  editable("taxRate", decimal, "Percent, 0 to 30, up to three decimals"),
  editable("timeZone", choice(TIME_ZONES), "Time zone of hours and scheduled changes"),
  editable("vertical", choice(VERTICAL_OPTIONS), "Kind of site"),
  readOnly("market", CUSTOMER_RECORD, "Part of the country: MW, NE, WC or S", "Market"),
  readOnly(
    "fulfillmentCenter",
    CUSTOMER_RECORD,
    "Kitchen that supplies the location; pars need it",
    "Fulfillment center",
  ),
  readOnly("routingTag", CUSTOMER_RECORD, "Tag of the route planner; pars need it", "Routing tag"),
  readOnly(
    "parkToFridgeInstructions",
    CUSTOMER_RECORD,
    "From the parking space to the fridge; pars of a fridge need them",
    "Park-to-fridge instructions",
  ),
  readOnly("accountTier", CUSTOMER_RECORD, "Tier of the customer's account", "Account tier"),
  readOnly("opportunityName", CUSTOMER_RECORD, "Name of the sales opportunity", "Opportunity name"),
];

export function isEditable(row: Row): row is EditableRow {
  return row.editor !== null;
}

export function editableRow(attribute: string | null): EditableRow | undefined {
  return ROWS.filter(isEditable).find((row) => row.attribute === attribute);
}

export function labelOf(attribute: string): string {
  return ROWS.find((row) => row.attribute === attribute)?.label ?? attribute;
}
