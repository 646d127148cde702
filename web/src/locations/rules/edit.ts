/**
 * The validation rules for editing a location. The tests of the server (functions/locations) and of this module run the
 * same cases in functions/locations/cases/edit.json. Pure.
 */
import type { FieldError } from "../../api/errors";
import {
  ACCESS_OPTIONS,
  OTHER_REASON,
  RESERVE_REASONS,
  SERIAL_PORT_OPTIONS,
  STATE_OPTIONS,
  STATUS_OPTIONS,
  TIME_ZONES,
  VERTICAL_OPTIONS,
} from "./options";
import {
  anyValue,
  sequence,
  fieldError,
  flag,
  inRange,
  integerInRange,
  isBlank,
  NOT_OFFERED,
  oneOf,
  objectOf,
  required,
  maxLength,
  zipCode,
  checkHolidayDates,
  type Rule,
} from "./value";
import { WEEKDAYS, type WeekTimes } from "../../lib/weekdays";
import { checkWorkHours } from "./hours";
import { MAX_LENGTHS } from "./limits";

export const SEARCH_ATTRIBUTES = ["fridgeSchema", "layoutName", "priceMapTemplate"] as const;
export type SearchAttribute = (typeof SEARCH_ATTRIBUTES)[number];

export function isSearchAttribute(attribute: string): attribute is SearchAttribute {
  return (SEARCH_ATTRIBUTES as readonly string[]).includes(attribute);
}

/** New values by attribute: the body of PATCH /locations/{id}. */
export type LocationEdit = Readonly<Record<string, unknown>> & {
  readonly updateReason?: { readonly prod?: string; readonly reserve?: string };
};

/** The data that an edit is checked against. */
export interface EditContext {
  readonly id: string;
  readonly prod: number;
  readonly reserve: number;
  /** The stored days of the holiday screen; absent if unknown, as for a future time. */
  readonly stored?: {
    readonly holidayScreenStartDate?: string | null;
    readonly holidayScreenEndDate?: string | null;
  };
  /** The names that the server offers, by search attribute; absent until loaded. */
  readonly offered?: Partial<Record<SearchAttribute, readonly string[]>>;
  /** An ip that contains this text is a company host name and is accepted without further checks. */
  readonly companyHostMarker?: string;
}

export const REASON_REQUIRED = "Reason cannot be empty";
/** Shown if an edit fails without a message from the server (docs/requirements/locations.md, LOC-46). */
export const UNABLE_TO_EDIT = "Unable to Edit, Please check your internet and your permissions";

/** Also accepts null, which removes the attribute. */
const optional =
  (rule: Rule = anyValue): Rule =>
  (field, value, context) =>
    value === null ? [] : rule(field, value, context);

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

const ipAddress: Rule<EditContext> = (field, value, { companyHostMarker }) =>
  IPV4.test(String(value)) || (companyHostMarker && String(value).includes(companyHostMarker))
    ? []
    : fieldError(field, "IP Address invalid");

/** Appended to the stored name of a fridge schema. */
const SCHEMA_SUFFIX = "/latest";

/** Values that are offered in addition to the names from the server. */
const ALWAYS_OFFERED: Readonly<Record<SearchAttribute, readonly string[]>> = {
  fridgeSchema: ["MW_STANDARD/latest"],
  layoutName: ["dummy"],
  priceMapTemplate: ["PMT_STANDARD"],
};

/** The valid values of a search attribute. */
export function offeredValues(attribute: SearchAttribute, names: readonly string[]): string[] {
  const values = attribute === "fridgeSchema" ? names.map((name) => name + SCHEMA_SUFFIX) : names;
  return [...new Set([...ALWAYS_OFFERED[attribute], ...values])];
}

/** Equivalent to `offeredValues(…).includes(value)`, without building the list for each of thousands of import rows. */
function isOffered(attribute: SearchAttribute, value: string, names: readonly string[]): boolean {
  if (ALWAYS_OFFERED[attribute].includes(value)) return true;
  if (attribute !== "fridgeSchema") return names.includes(value);
  return value.endsWith(SCHEMA_SUFFIX) && names.includes(value.slice(0, -SCHEMA_SUFFIX.length));
}

export const offered =
  (attribute: SearchAttribute): Rule<Pick<EditContext, "offered">> =>
  (field, value, context) =>
    isOffered(attribute, String(value).trim(), context.offered?.[attribute] ?? [])
      ? []
      : fieldError(field, NOT_OFFERED);

/** In the order of the GraphQL schema, which is the order of the errors. */
const RULES = {
  accessTo: required(oneOf(ACCESS_OPTIONS)),
  address: objectOf({
    street: required(maxLength(MAX_LENGTHS.street)),
    city: required(maxLength(MAX_LENGTHS.city)),
    state: required(oneOf(STATE_OPTIONS)),
    zipCode,
  }),
  deviceAddress: optional(maxLength(MAX_LENGTHS.deviceAddress)),
  covid19: flag,
  fridgeSchema: required(offered("fridgeSchema")),
  workHours: (_field, value, { id }) => checkWorkHours(value as WeekTimes | null, id),
  holidayScreenEnabled: flag,
  holidayScreenFridgeSpecific: flag,
  holidayScreenStartDate: optional(),
  holidayScreenEndDate: optional(),
  ip: required(sequence(maxLength(MAX_LENGTHS.ip), ipAddress)),
  latitude: required(inRange(28, 49)),
  longitude: required(inRange(-128, -67)),
  layoutName: required(offered("layoutName")),
  onlineDate: required(anyValue),
  percentage: required(inRange(0, 100, 2)),
  priceMapTemplate: required(offered("priceMapTemplate")),
  prod: flag,
  publicStatus: required(oneOf(STATUS_OPTIONS)),
  reserve: flag,
  route: optional(maxLength(MAX_LENGTHS.route)),
  serialPort: optional(required(oneOf(SERIAL_PORT_OPTIONS))),
  status: required(oneOf(STATUS_OPTIONS)),
  stockingSchedule: objectOf(Object.fromEntries(WEEKDAYS.map((day) => [day, flag]))),
  stop: required(integerInRange(0, 1000)),
  taxRate: required(inRange(0, 30, 3)),
  timeZone: required(oneOf(TIME_ZONES)),
  vertical: required(oneOf(VERTICAL_OPTIONS)),
} satisfies Record<string, Rule<EditContext>>;

/** The attributes that an edit can change. */
export type EditableAttribute = keyof typeof RULES;

/** Whether a reason is given. 'Other' alone is not one, because it requires free text. */
export function hasReason(reason: string | undefined): boolean {
  return !isBlank(reason) && reason !== OTHER_REASON;
}

const HOLIDAY = ["holidayScreenEndDate", "holidayScreenStartDate"] as const;

/** Checks the start and end of the holiday screen together. Reports an error of the day that the edit sets. */
function checkHolidayScreen(edit: LocationEdit, { stored = {} }: EditContext): FieldError[] {
  const set = HOLIDAY.find((attribute) => attribute in edit);
  const day = (attribute: (typeof HOLIDAY)[number]) => (attribute in edit ? edit[attribute] : stored[attribute]);
  return set ? checkHolidayDates(day("holidayScreenStartDate"), day("holidayScreenEndDate"), set) : [];
}

function checkReason(attribute: "prod" | "reserve", reason: string | undefined): FieldError[] {
  const field = `updateReason.${attribute}`;
  if (!hasReason(reason)) return fieldError(field, REASON_REQUIRED);
  const known = attribute === "prod" || RESERVE_REASONS.some((each) => each === reason?.trim());
  return known ? [] : fieldError(field, NOT_OFFERED);
}

/** All errors of an edit, by attribute or part of an attribute (`address.street`, `updateReason.prod`). */
export function checkEdit(edit: LocationEdit, context: EditContext): FieldError[] {
  const errors = (Object.keys(RULES) as EditableAttribute[]).flatMap((attribute) =>
    attribute in edit ? RULES[attribute](attribute, edit[attribute], context) : [],
  );
  const reasons = (["prod", "reserve"] as const).flatMap((attribute) => {
    const changed = attribute in edit && String(edit[attribute]) !== String(context[attribute]);
    const isValid = !errors.some(({ field }) => field === attribute);
    return changed && isValid ? checkReason(attribute, edit.updateReason?.[attribute]) : [];
  });
  const tooLong = (["prod", "reserve"] as const).flatMap((attribute) =>
    maxLength(MAX_LENGTHS.reason, "Reason")(`updateReason.${attribute}`, edit.updateReason?.[attribute], context),
  );
  return [...errors, ...checkHolidayScreen(edit, context), ...reasons, ...tooLong];
}
