import { check } from "valibot";

/** A valibot check with a function that returns the error of a value, or undefined if the value is valid. */
export const rule = <Value>(errorOf: (value: Value) => string | undefined) =>
  check<Value, (issue: { readonly input: Value }) => string>(
    (value) => errorOf(value) === undefined,
    ({ input }) => errorOf(input) ?? "",
  );
