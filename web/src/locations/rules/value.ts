/**
 * What the rules of creating and of editing a location are made of, with the spec's messages (section 5.2). The server
 * has the same in functions/locations/src/rules/value.rs.
 */
import type { FieldError } from "../../api/errors";
import type { Option } from "./options";

/** What is wrong with a value; `Context` is what it must be compared with. */
export type Rule<Context = unknown> = (field: string, value: unknown, context: Context) => FieldError[];

export const NOT_OFFERED = "Please select a valid option from the dropdown";

export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

export const fault = (field: string, message: string): FieldError[] => [{ field, message }];

/** The word that a message calls a field by: 'street' of 'address.street'. */
export const wordOf = (field: string) => field.slice(field.lastIndexOf(".") + 1);

export const anything: Rule = () => [];

/** Text of at most `max` characters. */
export const textUpTo =
  (max: number, name?: string): Rule =>
  (field, value) =>
    typeof value === "string" && [...value.trim()].length > max
      ? fault(field, `${name ?? wordOf(field)} can have at most ${max} characters`)
      : [];

/** What the first rule that finds a fault says. */
export const both =
  <Context>(...rules: readonly Rule<Context>[]): Rule<Context> =>
  (field, value, context) => {
    for (const rule of rules) {
      const faults = rule(field, value, context);
      if (faults.length > 0) return faults;
    }
    return [];
  };

export const required =
  <Context>(rule: Rule<Context>): Rule<Context> =>
  (field, value, context) =>
    isBlank(value) ? fault(field, `${wordOf(field)} cannot be empty`) : rule(field, value, context);

export const oneOf = (options: readonly Option[]): Rule => {
  const values = new Set(options.map((option) => option.value));
  return (field, value) => (values.has(String(value).trim()) ? [] : fault(field, NOT_OFFERED));
};

const PLAIN_NUMBER = /^-?\d+(?:\.(\d+))?$/;

/** A number that is written plainly, without exponent and with no sign but a minus. */
export function plainNumber(value: unknown): { readonly number: number; readonly decimals: string | undefined } | null {
  const match = PLAIN_NUMBER.exec(String(value).trim());
  return match && { number: Number(match[0]), decimals: match[1] };
}

/** Zeros at the end do not count. */
export const tooManyDecimals = (decimals: string | undefined, most: number) =>
  (decimals ?? "").replace(/0+$/, "").length > most;

/** A decimal in a range. */
export const inRange =
  (min: number, max: number, decimals?: number): Rule =>
  (field, value) => {
    const written = plainNumber(value);
    if (!written || written.number < min || written.number > max) {
      return fault(field, `${wordOf(field)} should be a number in the range of ${min} to ${max}!`);
    }
    return decimals !== undefined && tooManyDecimals(written.decimals, decimals)
      ? fault(field, `${wordOf(field)} can have at most ${decimals} decimals`)
      : [];
  };

export const integerInRange =
  (min: number, max: number): Rule =>
  (field, value, context) =>
    plainNumber(value)?.decimals !== undefined
      ? fault(field, `${wordOf(field)} cannot be a decimal number`)
      : inRange(min, max)(field, value, context);

export const flag = required(integerInRange(0, 1));

export const partsOf =
  (parts: Readonly<Record<string, Rule>>): Rule =>
  (field, value, context) =>
    Object.entries(parts).flatMap(([part, rule]) =>
      rule(`${field}.${part}`, (value as Readonly<Record<string, unknown>> | null)?.[part], context),
    );

/** A ZIP code: five digits, or nine with a dash. */
export const zipCode = required((field, value) =>
  /^\d{5}(?:-\d{4})?$/.test(String(value).trim())
    ? []
    : fault(field, "zipCode should be 5 digits, optionally followed by a dash and 4 digits"),
);

/** What is wrong with the days of a holiday screen, as a fault of `field`: it cannot end before it starts. */
export function checkHoliday(start: unknown, end: unknown, field: string): FieldError[] {
  const backwards = !isBlank(start) && !isBlank(end) && String(end).trim() < String(start).trim();
  return backwards ? fault(field, "holidayScreenEndDate cannot be before holidayScreenStartDate") : [];
}
