/**
 * The rules of a new location (spec of locations, sections 3.1 and 5.1), for the form and for the import. The server's
 * are those of functions/locations/src/rules/create.rs; both run the cases in functions/locations/cases/create.json.
 * Pure: the body of POST /locations in, the faults out.
 */
import type { FieldError } from "../../api/errors";
import { offered, type EditContext } from "./edit";
import { USUAL_STOCKING } from "./effects";
import { LIMITS } from "./limits";
import { WEEKDAYS, allDayHours, checkFullWeek, type WorkHours } from "./hours";
import { ACCESS_OPTIONS, STATE_OPTIONS, STATUS_OPTIONS, TIME_ZONES, VERTICAL_OPTIONS } from "./options";
import {
  both,
  fault,
  flag,
  inRange,
  isBlank,
  oneOf,
  partsOf,
  plainNumber,
  required,
  textUpTo,
  tooManyDecimals,
  zipCode,
  checkHoliday,
  type Rule,
} from "./value";

/** The body of POST /locations: values by field. */
export type NewLocation = Readonly<Record<string, unknown>>;

/** What a new location is checked against. */
export type CreateContext = Pick<EditContext, "offered">;

/** Said when a location could not be created and the server had no words for it (spec, section 8). */
export const UNABLE_TO_CREATE = "Unable to Submit new location, Check your internet and your permissions";

/** What the server says of an id that is taken. */
export function idTaken(id: string): string {
  return `There is already a location with the id ${id}`;
}

/** Defaults applied to a new location (spec, section 3.1). What has none is left to the person. */
export const DEFAULTS = {
  accessTo: "Private",
  state: "IL",
  fridgeSchema: "MW_STANDARD/latest",
  holidayScreenEnabled: "0",
  holidayScreenFridgeSpecific: "0",
  layoutName: "",
  percentage: "0",
  priceMapTemplate: "PMT_STANDARD",
  prod: "0",
  publicStatus: "OFFLINE",
  reserve: "0",
  status: "OFFLINE",
  stockingSchedule: USUAL_STOCKING,
  stop: "0",
  taxRate: "2.25",
  timeZone: "CHICAGO",
  vertical: "Office",
  workHours: allDayHours(),
} as const satisfies NewLocation;

type CreateRule = Rule<CreateContext & { readonly id: string }>;

/** Checked only where something was filled in. */
const optional =
  (rule: CreateRule): CreateRule =>
  (field, value, context) =>
    isBlank(value) ? [] : rule(field, value, context);

const matching =
  (pattern: RegExp, message: string): Rule =>
  (field, value) =>
    pattern.test(String(value).trim()) ? [] : fault(field, message);

const coordinate =
  (min: number, max: number): Rule =>
  (field, value, context) => {
    const faults = inRange(min, max, 7)(field, value, context);
    if (faults.length > 0) return faults;
    return plainNumber(value)?.decimals === undefined ? fault(field, `${field} should have 1 to 7 decimals`) : [];
  };

const date: Rule = (field, value) => {
  const text = String(value).trim();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // Feb 30 is read as a day of March.
  const real = day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return real ? [] : fault(field, `${field} should be a date in the format YYYY-MM-DD`);
};

const commission: Rule = (field, value) => {
  const written = plainNumber(value);
  if (!written || written.number < 0) return fault(field, `${field} should be a number of at least 0!`);
  return tooManyDecimals(written.decimals, 3) ? fault(field, `${field} can have at most 3 decimals`) : [];
};

const MOST_STOPS = 2 ** 32 - 1;

const stop: Rule = (field, value) => {
  const text = String(value).trim();
  return /^\d+$/.test(text) && Number(text) <= MOST_STOPS ? [] : fault(field, `${field} should contain digits only`);
};

/** In the order of the server's faults. */
const RULES = {
  id: required(
    both(textUpTo(LIMITS.id), matching(/^[A-Za-z0-9_]+$/, "id can only contain letters, digits and underscores")),
  ),
  accessTo: optional(oneOf(ACCESS_OPTIONS)),
  street: required(textUpTo(LIMITS.street)),
  city: required(textUpTo(LIMITS.city)),
  state: required(oneOf(STATE_OPTIONS)),
  zipCode,
  baseCommission: optional(commission),
  directions: required(textUpTo(LIMITS.directions)),
  fridgeSchema: required(offered("fridgeSchema")),
  holidayScreenEnabled: optional(flag),
  holidayScreenFridgeSpecific: optional(flag),
  holidayScreenStartDate: optional(date),
  holidayScreenEndDate: optional(date),
  latitude: required(coordinate(28, 49)),
  longitude: required(coordinate(-128, -67)),
  layoutName: required(offered("layoutName")),
  onlineDate: required(date),
  percentage: optional(inRange(0, 100, 2)),
  prettyName: required(textUpTo(LIMITS.prettyName)),
  priceMapTemplate: required(offered("priceMapTemplate")),
  prod: optional(flag),
  publicStatus: optional(oneOf(STATUS_OPTIONS)),
  reserve: optional(flag),
  route: optional(textUpTo(LIMITS.route)),
  status: optional(oneOf(STATUS_OPTIONS)),
  stop: optional(stop),
  taxRate: required(inRange(0, 29.999, 3)),
  timeZone: optional(oneOf(TIME_ZONES)),
  vertical: optional(oneOf(VERTICAL_OPTIONS)),
  stockingSchedule: optional(partsOf(Object.fromEntries(WEEKDAYS.map((day) => [day, flag])))),
  workHours: optional((_field, value, { id }) => checkFullWeek(value as WorkHours, id)),
} satisfies Record<string, CreateRule>;

/** A field of the form. */
export type CreateField = keyof typeof RULES;

export const CREATE_FIELDS = Object.keys(RULES) as readonly CreateField[];

const FIELD_NAMES: ReadonlySet<string> = new Set(CREATE_FIELDS);

/** Every fault of a new location, by field or part of one (`stockingSchedule.tuesday`). */
export function checkCreate(form: NewLocation, context: CreateContext): FieldError[] {
  const id = typeof form.id === "string" ? form.id.trim() : "";
  const faultsOf = (field: CreateField) => RULES[field](field, form[field], { ...context, id });
  const { holidayScreenStartDate: start, holidayScreenEndDate: end } = form;
  const daysAreSound = [...faultsOf("holidayScreenStartDate"), ...faultsOf("holidayScreenEndDate")].length === 0;
  const faults = CREATE_FIELDS.flatMap((field) =>
    field === "holidayScreenEndDate" && daysAreSound ? checkHoliday(start, end, field) : faultsOf(field),
  );
  const unknown = Object.keys(form).filter((field) => !FIELD_NAMES.has(field));
  return [...faults, ...unknown.flatMap((field) => fault(field, `${field} is not a field of a new location`))];
}

/** Empty fields are dropped before submission; texts go without the blanks around them. */
export function withoutEmpty(form: NewLocation): NewLocation {
  const filled = Object.entries(form).filter(([, value]) => !isBlank(value));
  return Object.fromEntries(filled.map(([field, value]) => [field, typeof value === "string" ? value.trim() : value]));
}
