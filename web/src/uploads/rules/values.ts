/** Rules for the cells of a file, with the messages of docs/requirements/locations.md (LOC-50, LOC-52). */

/** Returns the message for an invalid value, or null for a valid one. */
export type CellRule = (field: string, value: string) => string | null;

export const required =
  (rule: CellRule = () => null): CellRule =>
  (field, value) =>
    value === "" ? `${field} cannot be empty` : rule(field, value);

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

export const wholeNumber =
  (min: number, max: number): CellRule =>
  (field, value) => {
    const match = PLAIN_NUMBER.exec(value);
    if (match?.[1] !== undefined) return `${field} cannot be a decimal number`;
    return !match || Number(value) < min || Number(value) > max
      ? `${field} should be a number in the range of ${min} to ${max}!`
      : null;
  };

export const maxLength =
  (characters: number): CellRule =>
  (field, value) =>
    // The spread counts characters outside of the basic plane once. It is slow, and rarely needed.
    value.length > characters && [...value].length > characters
      ? `${field} can have at most ${characters} characters`
      : null;

/** Applies the rules in order and returns the first message. */
export const allOf =
  (...rules: readonly CellRule[]): CellRule =>
  (field, value) => {
    for (const rule of rules) {
      const error = rule(field, value);
      if (error) return error;
    }
    return null;
  };
