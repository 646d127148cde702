/** The create form: its fields in the order of the screen, what is typed into them, and what is sent. */
import type { FieldError } from "../../api/errors";
import { DEFAULTS, withoutEmpty, type CreateField, type NewLocation } from "../rules/create";
import type { SearchAttribute } from "../rules/edit";
import { stockingIn, type StockingDays } from "../rules/effects";
import { allDayHours, storedHours, type HoursDraft } from "../rules/hours";
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
export type TextField = Exclude<CreateField, ComposedField>;

/** What is in the form. */
export type FormValues = Record<TextField, string> & {
  workHours: HoursDraft;
  stockingSchedule: StockingDays;
};

export type Control =
  | { readonly kind: "text"; readonly inputMode?: "decimal" | "numeric"; readonly capitals?: "words" }
  | { readonly kind: "area" | "date" }
  | { readonly kind: "select"; readonly options: readonly Option[] }
  | { readonly kind: "search"; readonly attribute: SearchAttribute }
  | { readonly kind: "hours" | "stocking" };

export interface FormField {
  readonly name: CreateField;
  /** The spec's word for it, which is also that of the messages. */
  readonly label: string;
  readonly hint: string;
  readonly control: Control;
  readonly required: boolean;
  /** Takes a whole line. */
  readonly wide: boolean;
}

export interface Section {
  readonly title: string;
  readonly fields: readonly FormField[];
}

interface More {
  readonly label?: string;
  readonly wide?: boolean;
}

const field =
  (required: boolean) =>
  (name: CreateField, control: Control, hint: string, { label = name, wide = false }: More = {}): FormField => ({
    name,
    label,
    hint,
    control,
    required,
    wide,
  });
const needed = field(true);
const free = field(false);

// No telephone offers a minus or a dash beside decimals: longitude and ZIP code get all keys.
const anyKeys: Control = { kind: "text" };
const decimal: Control = { kind: "text", inputMode: "decimal" };
const digits: Control = { kind: "text", inputMode: "numeric" };
const date: Control = { kind: "date" };
const choice = (options: readonly Option[]): Control => ({ kind: "select", options });
const search = (attribute: SearchAttribute): Control => ({ kind: "search", attribute });
const yesNo = choice(FLAG_OPTIONS);

/** INDIANAPOLIS is offered by the detail screen alone (spec, section 3.1). */
const NEW_TIME_ZONES = TIME_ZONES.filter(({ value }) => value !== "INDIANAPOLIS");

export const SECTIONS: readonly Section[] = [
  {
    title: "Identity",
    fields: [
      needed("id", anyKeys, "Letters, digits and underscores; it cannot be changed later"),
      needed("prettyName", { kind: "text", capitals: "words" }, "The name that customers see"),
      needed("directions", { kind: "area" }, "How to find the fridge", { wide: true }),
      free("vertical", choice(VERTICAL_OPTIONS), "Kind of site"),
      free("accessTo", choice(ACCESS_OPTIONS), "Who can reach the fridge"),
      needed("fridgeSchema", search("fridgeSchema"), "Schema template of the fridge"),
    ],
  },
  {
    title: "Address",
    fields: [
      needed("street", { kind: "text", capitals: "words" }, "Number and street", { wide: true }),
      needed("city", { kind: "text", capitals: "words" }, "City or town"),
      needed("state", choice(STATE_OPTIONS), "Sets taxRate where it is known"),
      needed("zipCode", anyKeys, "12345 or 12345-6789"),
      free("timeZone", choice(NEW_TIME_ZONES), "Zone of the hours and of scheduled changes"),
      needed("latitude", decimal, "Degrees north, 28 to 49, 1 to 7 decimals"),
      needed("longitude", anyKeys, "Degrees east, -128 to -67, 1 to 7 decimals"),
    ],
  },
  {
    title: "Hours",
    fields: [
      needed("workHours", { kind: "hours" }, "Every day needs a from and a to time.", { label: "hours", wide: true }),
    ],
  },
  {
    title: "Stocking & route",
    fields: [
      needed("onlineDate", date, "First day on which it sells"),
      needed("layoutName", search("layoutName"), "Planogram"),
      free("prod", yesNo, "Whether the fridge gets food allocated", { label: "Ready for allocation" }),
      free("route", anyKeys, "The driver's route"),
      free("stop", digits, "Position on the route"),
      free("stockingSchedule", { kind: "stocking" }, "Days on which the fridge is stocked", { wide: true }),
    ],
  },
  {
    title: "Pricing",
    fields: [
      needed("priceMapTemplate", search("priceMapTemplate"), "Template of the prices"),
      needed("taxRate", decimal, "Percent, 0 to 29.999, up to three decimals"),
      free("percentage", decimal, "0 to 100, up to two decimals"),
      free("baseCommission", decimal, "At least 0, up to three decimals"),
    ],
  },
  {
    title: "Screens & status",
    fields: [
      free("status", choice(STATUS_OPTIONS), "Whether the fridge sells"),
      free("publicStatus", choice(STATUS_OPTIONS), "Status that customers see"),
      free("reserve", yesNo, "Orders ahead by telephone", { label: "Mobile Ordering" }),
      free("holidayScreenEnabled", yesNo, "Shows the holiday screen"),
      free("holidayScreenFridgeSpecific", yesNo, "An image of this fridge's own"),
      free("holidayScreenStartDate", date, "First day of the holiday screen"),
      free("holidayScreenEndDate", date, "Last day of the holiday screen"),
    ],
  },
];

export const FIELDS = SECTIONS.flatMap((section) => section.fields);

/** The element that a link to the field leads to. */
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

/** The body of POST /locations: without what is empty, with the stocking days that the time zone leaves. */
export function newLocationOf({ workHours, stockingSchedule, ...texts }: FormValues): NewLocation {
  return {
    ...withoutEmpty(texts),
    workHours: workHours.allDay ? allDayHours() : storedHours(workHours.days),
    stockingSchedule: stockingIn(texts.timeZone, stockingSchedule),
  };
}

const NAMES: ReadonlySet<string> = new Set(FIELDS.map(({ name }) => name));

/** Messages by field of the form, a line each; what names no field of it is left over. */
export function byField(faults: readonly FieldError[]): {
  readonly messages: ReadonlyMap<CreateField, string>;
  readonly others: readonly FieldError[];
} {
  const rootOf = ({ field: path }: FieldError) => path.split(".")[0] ?? "";
  const messages = new Map<CreateField, string>();
  for (const fault of faults.filter((candidate) => NAMES.has(rootOf(candidate)))) {
    const name = rootOf(fault) as CreateField;
    const before = messages.get(name);
    messages.set(name, before === undefined ? fault.message : `${before}\n${fault.message}`);
  }
  return { messages, others: faults.filter((fault) => !NAMES.has(rootOf(fault))) };
}
