/** What a cell must hold, in the words of the spec of locations, section 5.2. Nothing is wrong where nothing is answered. */

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

export const atMost =
  (characters: number): CellRule =>
  (field, value) =>
    [...value].length > characters ? `${field} can have at most ${characters} characters` : null;

/** The first of the rules that is broken. */
export const all =
  (...rules: readonly CellRule[]): CellRule =>
  (field, value) => {
    for (const rule of rules) {
      const fault = rule(field, value);
      if (fault) return fault;
    }
    return null;
  };
