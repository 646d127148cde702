/**
 * The rules of editing a location (the server's are those of functions/locations; both run the cases in
 * functions/locations/cases/edit.json). Pure: an edit and what it is compared with in, the faults out.
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
  anything,
  both,
  fault,
  flag,
  inRange,
  integerInRange,
  isBlank,
  NOT_OFFERED,
  oneOf,
  partsOf,
  required,
  textUpTo,
  zipCode,
  checkHoliday,
  type Rule,
} from "./value";
import { WEEKDAYS, checkWorkHours, type WorkHours } from "./hours";
import { LIMITS } from "./limits";

export const SEARCH_ATTRIBUTES = ["fridgeSchema", "layoutName", "priceMapTemplate"] as const;
export type SearchAttribute = (typeof SEARCH_ATTRIBUTES)[number];

export function isSearchAttribute(attribute: string): attribute is SearchAttribute {
  return (SEARCH_ATTRIBUTES as readonly string[]).includes(attribute);
}

/** New values by attribute: the body of PATCH /locations/{id}. */
export type LocationEdit = Readonly<Record<string, unknown>> & {
  readonly updateReason?: { readonly prod?: string; readonly reserve?: string };
};

/** What an edit is checked against. */
export interface EditContext {
  readonly id: string;
  readonly prod: number;
  readonly reserve: number;
  /** The stored days of the holiday screen; absent where they are not known, as for a time to come. */
  readonly stored?: {
    readonly holidayScreenStartDate?: string | null;
    readonly holidayScreenEndDate?: string | null;
  };
  /** Names that the server offers, by search attribute; one that is absent has not been loaded. */
  readonly offered?: Partial<Record<SearchAttribute, readonly string[]>>;
  /** An ip that contains it is a host name of the company and not checked further. */
  readonly companyHostMarker?: string;
}

export const NO_REASON = "Reason cannot be empty";
/** Said when an edit failed and the server had no words for it (spec, section 8). */
export const UNABLE_TO_EDIT = "Unable to Edit, Please check your internet and your permissions";

/** Nothing to check, or null, which removes the attribute. */
const optional =
  (rule: Rule = anything): Rule =>
  (field, value, context) =>
    value === null ? [] : rule(field, value, context);

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

const ipAddress: Rule<EditContext> = (field, value, { companyHostMarker }) =>
  IPV4.test(String(value)) || (companyHostMarker && String(value).includes(companyHostMarker))
    ? []
    : fault(field, "IP Address invalid");

/** Stored behind the name of a fridge schema. */
const LATEST = "/latest";

/** What is offered without being in the server's list of names. */
const ALWAYS_OFFERED: Readonly<Record<SearchAttribute, readonly string[]>> = {
  fridgeSchema: ["MW_STANDARD/latest"],
  layoutName: ["dummy"],
  priceMapTemplate: ["PMT_STANDARD"],
};

/** The values of a search attribute, from the names that the server offers. */
export function offeredValues(attribute: SearchAttribute, names: readonly string[]): string[] {
  const values = attribute === "fridgeSchema" ? names.map((name) => name + LATEST) : names;
  return [...new Set([...ALWAYS_OFFERED[attribute], ...values])];
}

/** As `offeredValues` says, without making them all: an import asks for thousands of rows. */
function isOffered(attribute: SearchAttribute, value: string, names: readonly string[]): boolean {
  if (ALWAYS_OFFERED[attribute].includes(value)) return true;
  if (attribute !== "fridgeSchema") return names.includes(value);
  return value.endsWith(LATEST) && names.includes(value.slice(0, -LATEST.length));
}

export const offered =
  (attribute: SearchAttribute): Rule<Pick<EditContext, "offered">> =>
  (field, value, context) =>
    isOffered(attribute, String(value).trim(), context.offered?.[attribute] ?? []) ? [] : fault(field, NOT_OFFERED);

/** In the schema's order, which is the order of the faults. */
const RULES = {
  accessTo: required(oneOf(ACCESS_OPTIONS)),
  address: partsOf({
    street: required(textUpTo(LIMITS.street)),
    city: required(textUpTo(LIMITS.city)),
    state: required(oneOf(STATE_OPTIONS)),
    zipCode,
  }),
  deviceAddress: optional(textUpTo(LIMITS.deviceAddress)),
  covid19: flag,
  fridgeSchema: required(offered("fridgeSchema")),
  workHours: (_field, value, { id }) => checkWorkHours(value as WorkHours | null, id),
  holidayScreenEnabled: flag,
  holidayScreenFridgeSpecific: flag,
  holidayScreenStartDate: optional(),
  holidayScreenEndDate: optional(),
  ip: required(both(textUpTo(LIMITS.ip), ipAddress)),
  latitude: required(inRange(28, 49)),
  longitude: required(inRange(-128, -67)),
  layoutName: required(offered("layoutName")),
  onlineDate: required(anything),
  percentage: required(inRange(0, 100, 2)),
  priceMapTemplate: required(offered("priceMapTemplate")),
  prod: flag,
  publicStatus: required(oneOf(STATUS_OPTIONS)),
  reserve: flag,
  route: optional(textUpTo(LIMITS.route)),
  serialPort: optional(required(oneOf(SERIAL_PORT_OPTIONS))),
  status: required(oneOf(STATUS_OPTIONS)),
  stockingSchedule: partsOf(Object.fromEntries(WEEKDAYS.map((day) => [day, flag]))),
  stop: required(integerInRange(0, 1000)),
  taxRate: required(inRange(0, 30, 3)),
  timeZone: required(oneOf(TIME_ZONES)),
  vertical: required(oneOf(VERTICAL_OPTIONS)),
} satisfies Record<string, Rule<EditContext>>;

/** The attributes that an edit can change. */
export type EditableAttribute = keyof typeof RULES;

/** Whether there is a reason in the person's words: 'Other' only announces some. */
export function hasReason(reason: string | undefined): boolean {
  return !isBlank(reason) && reason !== OTHER_REASON;
}

const HOLIDAY = ["holidayScreenEndDate", "holidayScreenStartDate"] as const;

/** What is wrong with the days of the holiday screen together, as a fault of the one that the edit sets. */
function holidayFaults(edit: LocationEdit, { stored = {} }: EditContext): FieldError[] {
  const set = HOLIDAY.find((attribute) => attribute in edit);
  const day = (attribute: (typeof HOLIDAY)[number]) => (attribute in edit ? edit[attribute] : stored[attribute]);
  return set ? checkHoliday(day("holidayScreenStartDate"), day("holidayScreenEndDate"), set) : [];
}

function reasonFaults(attribute: "prod" | "reserve", reason: string | undefined): FieldError[] {
  const field = `updateReason.${attribute}`;
  if (!hasReason(reason)) return fault(field, NO_REASON);
  const known = attribute === "prod" || RESERVE_REASONS.some((each) => each === reason?.trim());
  return known ? [] : fault(field, NOT_OFFERED);
}

/** Every fault of an edit, not only the first, by attribute or part of one (`address.street`, `updateReason.prod`). */
export function checkEdit(edit: LocationEdit, context: EditContext): FieldError[] {
  const faults = (Object.keys(RULES) as EditableAttribute[]).flatMap((attribute) =>
    attribute in edit ? RULES[attribute](attribute, edit[attribute], context) : [],
  );
  const reasons = (["prod", "reserve"] as const).flatMap((attribute) => {
    const changed = attribute in edit && String(edit[attribute]) !== String(context[attribute]);
    const sound = !faults.some(({ field }) => field === attribute);
    return changed && sound ? reasonFaults(attribute, edit.updateReason?.[attribute]) : [];
  });
  const tooLong = (["prod", "reserve"] as const).flatMap((attribute) =>
    textUpTo(LIMITS.reason, "Reason")(`updateReason.${attribute}`, edit.updateReason?.[attribute], context),
  );
  return [...faults, ...holidayFaults(edit, context), ...reasons, ...tooLong];
}
