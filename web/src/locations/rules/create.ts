/**
 * The validation rules of a new location, for the form and the import (docs/requirements/locations.md, "Create"). The
 * server has the same rules in functions/locations/src/rules/create.rs; the tests of both run the cases in
 * functions/locations/cases/create.json. Pure.
 */
import type { FieldError } from "../../api/errors";
import type { RequestBody } from "../../api/rest";
import { WEEKDAYS, type WeekTimes } from "../../lib/weekdays";
import { offered, SEARCH_ATTRIBUTES, type EditContext } from "./edit";
import { DEFAULT_STOCKING_DAYS } from "./effects";
import { MAX_LENGTHS } from "./limits";
import { allDayHours, checkFullWeek } from "./hours";
import { ACCESS_OPTIONS, STATE_OPTIONS, STATUS_OPTIONS, TIME_ZONES, VERTICAL_OPTIONS } from "./options";
import {
  sequence,
  fieldError,
  flag,
  inRange,
  isBlank,
  oneOf,
  objectOf,
  plainNumber,
  required,
  maxLength,
  tooManyDecimals,
  zipCode,
  checkHolidayDates,
  type Rule,
} from "./value";

/** The values of a new location by field: the body of POST /locations once they are complete. */
export type NewLocation = Readonly<Record<string, unknown>>;

/** The data that a new location is checked against. */
export type CreateContext = Pick<EditContext, "offered">;

/** Shown if creating a location fails without a message from the server (docs/requirements/locations.md, LOC-29). */
export const UNABLE_TO_CREATE = "Unable to Submit new location, Check your internet and your permissions";

/** The server's message for an id that already exists. */
export function idTakenMessage(id: string): string {
  return `There is already a location with the id ${id}`;
}

/** The defaults of a new location (docs/requirements/locations.md, LOC-23). */
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
  stockingSchedule: DEFAULT_STOCKING_DAYS,
  stop: "0",
  taxRate: "2.25",
  timeZone: "CHICAGO",
  vertical: "Office",
  workHours: allDayHours(),
} as const satisfies NewLocation;

type CreateRule = Rule<CreateContext & { readonly id: string }>;

/** Applies the rule only if the field is not empty. */
const optional =
  (rule: CreateRule): CreateRule =>
  (field, value, context) =>
    isBlank(value) ? [] : rule(field, value, context);

const matching =
  (pattern: RegExp, message: string): Rule =>
  (field, value) =>
    pattern.test(String(value).trim()) ? [] : fieldError(field, message);

const coordinate =
  (min: number, max: number): Rule =>
  (field, value, context) => {
    const errors = inRange(min, max, 7)(field, value, context);
    if (errors.length > 0) return errors;
    return plainNumber(value)?.decimals === undefined ? fieldError(field, `${field} should have 1 to 7 decimals`) : [];
  };

const date: Rule = (field, value) => {
  const text = String(value).trim();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // Date parses Feb 30 as a day in March.
  const exists = day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return exists ? [] : fieldError(field, `${field} should be a date in the format YYYY-MM-DD`);
};

const commission: Rule = (field, value) => {
  const parsed = plainNumber(value);
  if (!parsed || parsed.number < 0) return fieldError(field, `${field} should be a number of at least 0!`);
  return tooManyDecimals(parsed.decimals, 3) ? fieldError(field, `${field} can have at most 3 decimals`) : [];
};

const MAX_STOP = 2 ** 32 - 1;

const stop: Rule = (field, value) => {
  const text = String(value).trim();
  return /^\d+$/.test(text) && Number(text) <= MAX_STOP ? [] : fieldError(field, `${field} should contain digits only`);
};

/** In the order in which the server reports errors. */
const RULES = {
  id: required(
    sequence(
      maxLength(MAX_LENGTHS.id),
      matching(/^[A-Za-z0-9_]+$/, "id can only contain letters, digits and underscores"),
    ),
  ),
  accessTo: optional(oneOf(ACCESS_OPTIONS)),
  street: required(maxLength(MAX_LENGTHS.street)),
  city: required(maxLength(MAX_LENGTHS.city)),
  state: required(oneOf(STATE_OPTIONS)),
  zipCode,
  baseCommission: optional(commission),
  directions: required(maxLength(MAX_LENGTHS.directions)),
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
  prettyName: required(maxLength(MAX_LENGTHS.prettyName)),
  priceMapTemplate: required(offered("priceMapTemplate")),
  prod: optional(flag),
  publicStatus: optional(oneOf(STATUS_OPTIONS)),
  reserve: optional(flag),
  route: optional(maxLength(MAX_LENGTHS.route)),
  status: optional(oneOf(STATUS_OPTIONS)),
  stop: optional(stop),
  taxRate: required(inRange(0, 29.999, 3)),
  timeZone: optional(oneOf(TIME_ZONES)),
  vertical: optional(oneOf(VERTICAL_OPTIONS)),
  stockingSchedule: optional(objectOf(Object.fromEntries(WEEKDAYS.map((day) => [day, flag])))),
  workHours: optional((_field, value, { id }) => checkFullWeek(value as WeekTimes, id)),
} satisfies Record<string, CreateRule>;

/** A field of the form. */
export type CreateField = keyof typeof RULES;

export const CREATE_FIELDS = Object.keys(RULES) as readonly CreateField[];

const FIELD_NAMES: ReadonlySet<string> = new Set(CREATE_FIELDS);

/** All errors of a new location, by field or part of a field (`stockingSchedule.tuesday`). */
export function checkCreate(form: NewLocation, context: CreateContext): FieldError[] {
  const id = typeof form.id === "string" ? form.id.trim() : "";
  const errorsOf = (field: CreateField) => RULES[field](field, form[field], { ...context, id });
  const { holidayScreenStartDate: start, holidayScreenEndDate: end } = form;
  const hasValidDays = [...errorsOf("holidayScreenStartDate"), ...errorsOf("holidayScreenEndDate")].length === 0;
  const errors = CREATE_FIELDS.flatMap((field) =>
    field === "holidayScreenEndDate" && hasValidDays ? checkHolidayDates(start, end, field) : errorsOf(field),
  );
  const unknown = Object.keys(form).filter((field) => !FIELD_NAMES.has(field));
  return [...errors, ...unknown.flatMap((field) => fieldError(field, `${field} is not a field of a new location`))];
}

/** Whether the values are a body of POST /locations. The caller checks names against the offered ones before. */
export function isCompleteLocation(form: NewLocation): form is RequestBody<"POST /locations"> {
  const offered = Object.fromEntries(SEARCH_ATTRIBUTES.map((attribute) => [attribute, [String(form[attribute])]]));
  return checkCreate(form, { offered }).length === 0;
}

/** Drops empty fields and trims texts. */
export function withoutEmpty(form: NewLocation): NewLocation {
  const filled = Object.entries(form).filter(([, value]) => !isBlank(value));
  return Object.fromEntries(filled.map(([field, value]) => [field, typeof value === "string" ? value.trim() : value]));
}
