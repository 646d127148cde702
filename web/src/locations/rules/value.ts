/**
 * Building blocks of the validation rules for creating and editing a location, with the messages of
 * docs/requirements/locations.md. The server has the same rules in functions/locations/src/rules/value.rs.
 */
import type { FieldError } from "../../api/errors";
import type { Option } from "./options";

/** Returns the errors of a value. `Context` is the data that the value is compared with. */
export type Rule<Context = unknown> = (field: string, value: unknown, context: Context) => FieldError[];

export const NOT_OFFERED = "Please select a valid option from the dropdown";

export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

export const fieldError = (field: string, message: string): FieldError[] => [{ field, message }];

/** The field name in messages: 'street' for 'address.street'. */
export const fieldName = (field: string) => field.slice(field.lastIndexOf(".") + 1);

export const anyValue: Rule = () => [];

/** Text of at most `max` characters. */
export const maxLength =
  (max: number, name?: string): Rule =>
  (field, value) =>
    typeof value === "string" && [...value.trim()].length > max
      ? fieldError(field, `${name ?? fieldName(field)} can have at most ${max} characters`)
      : [];

/** Applies the rules in order and returns the errors of the first one that fails. */
export const sequence =
  <Context>(...rules: readonly Rule<Context>[]): Rule<Context> =>
  (field, value, context) => {
    for (const rule of rules) {
      const errors = rule(field, value, context);
      if (errors.length > 0) return errors;
    }
    return [];
  };

export const required =
  <Context>(rule: Rule<Context>): Rule<Context> =>
  (field, value, context) =>
    isBlank(value) ? fieldError(field, `${fieldName(field)} cannot be empty`) : rule(field, value, context);

export const oneOf = (options: readonly Option[]): Rule => {
  const values = new Set(options.map((option) => option.value));
  return (field, value) => (values.has(String(value).trim()) ? [] : fieldError(field, NOT_OFFERED));
};

const PLAIN_NUMBER = /^-?\d+(?:\.(\d+))?$/;

/** Parses a decimal number without exponent or plus sign; null for other text. */
export function plainNumber(value: unknown): { readonly number: number; readonly decimals: string | undefined } | null {
  const match = PLAIN_NUMBER.exec(String(value).trim());
  return match && { number: Number(match[0]), decimals: match[1] };
}

/** Trailing zeros do not count. */
export const tooManyDecimals = (decimals: string | undefined, max: number) =>
  (decimals ?? "").replace(/0+$/, "").length > max;

/** A decimal in a range. */
export const inRange =
  (min: number, max: number, decimals?: number): Rule =>
  (field, value) => {
    const parsed = plainNumber(value);
    if (!parsed || parsed.number < min || parsed.number > max) {
      return fieldError(field, `${fieldName(field)} should be a number in the range of ${min} to ${max}!`);
    }
    return decimals !== undefined && tooManyDecimals(parsed.decimals, decimals)
      ? fieldError(field, `${fieldName(field)} can have at most ${decimals} decimals`)
      : [];
  };

export const integerInRange =
  (min: number, max: number): Rule =>
  (field, value, context) =>
    plainNumber(value)?.decimals !== undefined
      ? fieldError(field, `${fieldName(field)} cannot be a decimal number`)
      : inRange(min, max)(field, value, context);

export const flag = required(integerInRange(0, 1));

export const objectOf =
  (parts: Readonly<Record<string, Rule>>): Rule =>
  (field, value, context) =>
    Object.entries(parts).flatMap(([part, rule]) =>
      rule(`${field}.${part}`, (value as Readonly<Record<string, unknown>> | null)?.[part], context),
    );

/** A ZIP code: five digits, or nine with a dash. */
export const zipCode = required((field, value) =>
  /^\d{5}(?:-\d{4})?$/.test(String(value).trim())
    ? []
    : fieldError(field, "zipCode should be 5 digits, optionally followed by a dash and 4 digits"),
);

/** Checks that the holiday screen does not end before it starts. Reports an error of `field`. */
export function checkHolidayDates(start: unknown, end: unknown, field: string): FieldError[] {
  const isReversed = !isBlank(start) && !isBlank(end) && String(end).trim() < String(start).trim();
  return isReversed ? fieldError(field, "holidayScreenEndDate cannot be before holidayScreenStartDate") : [];
}
