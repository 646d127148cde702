/** The fields of the create form in screen order, their values, and the request body. */
import type { Hours } from "../../ui/form/HoursField";
import { DEFAULTS, withoutEmpty, type CreateField, type NewLocation } from "../rules/create";
import type { SearchAttribute } from "../rules/edit";
import { applyForcedStockingDays, type StockingDays } from "../rules/effects";
import { allDayHours, storedHours } from "../rules/hours";
import {
  ACCESS_OPTIONS,
  FLAG_OPTIONS,
  STATE_OPTIONS,
  STATUS_OPTIONS,
  TIME_ZONES,
  VERTICAL_OPTIONS,
  type Option,
} from "../rules/options";

type ComposedField = "workHours" | "stockingSchedule";
export type TextName = Exclude<CreateField, ComposedField>;

/** The values of the form. */
export type FormValues = Record<TextName, string> & {
  workHours: Hours;
  stockingSchedule: StockingDays;
};

/** The controls of texts. */
export type TextControl =
  | { readonly kind: "text"; readonly inputMode?: "decimal" | "numeric"; readonly capitals?: "words" }
  | { readonly kind: "area" | "date" }
  | { readonly kind: "select"; readonly options: readonly Option[] }
  | { readonly kind: "search"; readonly attribute: SearchAttribute };

type Control = TextControl | { readonly kind: "hours" | "stocking" };

export interface FormField {
  readonly name: CreateField;
  /** The label, which is also used in error messages. */
  readonly label: string;
  readonly hint: string;
  readonly control: Control;
  readonly required: boolean;
  /** Spans both columns. */
  readonly wide: boolean;
}

export interface Section {
  readonly title: string;
  readonly fields: readonly FormField[];
}

interface FieldOptions {
  readonly label?: string;
  readonly wide?: boolean;
}

const field =
  (required: boolean) =>
  (
    name: CreateField,
    control: Control,
    hint: string,
    { label = name, wide = false }: FieldOptions = {},
  ): FormField => ({
    name,
    label,
    hint,
    control,
    required,
    wide,
  });
const requiredField = field(true);
const optionalField = field(false);

// Numeric phone keyboards lack a minus or a dash, so longitude and ZIP code use the full keyboard.
const anyKeys: Control = { kind: "text" };
const decimal: Control = { kind: "text", inputMode: "decimal" };
const digits: Control = { kind: "text", inputMode: "numeric" };
const date: Control = { kind: "date" };
const choice = (options: readonly Option[]): Control => ({ kind: "select", options });
const search = (attribute: SearchAttribute): Control => ({ kind: "search", attribute });
const yesNo = choice(FLAG_OPTIONS);

/** Only the detail screen offers INDIANAPOLIS (docs/requirements/locations.md, LOC-12). */
const NEW_TIME_ZONES = TIME_ZONES.filter(({ value }) => value !== "INDIANAPOLIS");

export const SECTIONS: readonly Section[] = [
  {
    title: "Identity",
    fields: [
      requiredField("id", anyKeys, "Letters, digits and underscores. Cannot be changed later"),
      requiredField("prettyName", { kind: "text", capitals: "words" }, "The name that customers see"),
      requiredField("directions", { kind: "area" }, "How to find the fridge", { wide: true }),
      optionalField("vertical", choice(VERTICAL_OPTIONS), "Kind of site"),
      optionalField("accessTo", choice(ACCESS_OPTIONS), "Who can reach the fridge"),
      requiredField("fridgeSchema", search("fridgeSchema"), "Schema template of the fridge"),
    ],
  },
  {
    title: "Address",
    fields: [
      requiredField("street", { kind: "text", capitals: "words" }, "Number and street", { wide: true }),
      requiredField("city", { kind: "text", capitals: "words" }, "City or town"),
      requiredField("state", choice(STATE_OPTIONS), "Sets taxRate for some states"),
      requiredField("zipCode", anyKeys, "12345 or 12345-6789"),
      optionalField("timeZone", choice(NEW_TIME_ZONES), "Time zone of hours and scheduled changes"),
      requiredField("latitude", decimal, "Degrees north, 28 to 49, 1 to 7 decimals"),
      requiredField("longitude", anyKeys, "Degrees east, -128 to -67, 1 to 7 decimals"),
    ],
  },
  {
    title: "Hours",
    fields: [
      requiredField("workHours", { kind: "hours" }, "Enter a start and an end time for every day.", {
        label: "hours",
        wide: true,
      }),
    ],
  },
  {
    title: "Stocking & route",
    fields: [
      requiredField("onlineDate", date, "First day of sales"),
      requiredField("layoutName", search("layoutName"), "Planogram"),
      optionalField("prod", yesNo, "Whether the fridge receives food", { label: "Ready for allocation" }),
      optionalField("route", anyKeys, "The driver's route"),
      optionalField("stop", digits, "Position on the route"),
      optionalField("stockingSchedule", { kind: "stocking" }, "Days on which the fridge is stocked", { wide: true }),
    ],
  },
  {
    title: "Pricing",
    fields: [
      requiredField("priceMapTemplate", search("priceMapTemplate"), "Template of the prices"),
      requiredField("taxRate", decimal, "Percent, 0 to 29.999, up to three decimals"),
      optionalField("percentage", decimal, "0 to 100, up to two decimals"),
      optionalField("baseCommission", decimal, "At least 0, up to three decimals"),
    ],
  },
  {
    title: "Screens & status",
    fields: [
      optionalField("status", choice(STATUS_OPTIONS), "Whether the fridge sells"),
      optionalField("publicStatus", choice(STATUS_OPTIONS), "Status that customers see"),
      optionalField("reserve", yesNo, "Customers can order on their phones", { label: "Mobile Ordering" }),
      optionalField("holidayScreenEnabled", yesNo, "Shows the holiday screen"),
      optionalField("holidayScreenFridgeSpecific", yesNo, "Uses an image for this fridge"),
      optionalField("holidayScreenStartDate", date, "First day of the holiday screen"),
      optionalField("holidayScreenEndDate", date, "Last day of the holiday screen"),
    ],
  },
];

export const FIELDS = SECTIONS.flatMap((section) => section.fields);

/** The id of the field's container, for links from the error summary. */
export function elementId(name: CreateField): string {
  return `new-location-${name}`;
}

export function emptyForm(): FormValues {
  return {
    id: "",
    street: "",
    city: "",
    zipCode: "",
    baseCommission: "",
    directions: "",
    holidayScreenStartDate: "",
    holidayScreenEndDate: "",
    latitude: "",
    longitude: "",
    onlineDate: "",
    prettyName: "",
    route: "",
    ...DEFAULTS,
    workHours: { allDay: true, days: {} },
  };
}

/** The body of POST /locations, without empty fields and with the stocking days that the time zone sets. */
export function toNewLocation({ workHours, stockingSchedule, ...texts }: FormValues): NewLocation {
  return {
    ...withoutEmpty(texts),
    workHours: workHours.allDay ? allDayHours() : storedHours(workHours.days),
    stockingSchedule: applyForcedStockingDays(texts.timeZone, stockingSchedule),
  };
}

/** The form field for a field of the rules or the server, such as `stockingSchedule.tuesday`. */
export function formFieldOf(field: string): string {
  return field.split(".")[0] ?? field;
}
