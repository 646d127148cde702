import { check, custom, pipe, rawCheck } from "valibot";
import type { FieldError } from "../../api/errors";

/** A valibot check with a function that returns the error of a value, or undefined if the value is valid. */
export const rule = <Value>(errorOf: (value: Value) => string | undefined) =>
  check<Value, (issue: { readonly input: Value }) => string>(
    (value) => errorOf(value) === undefined,
    ({ input }) => errorOf(input) ?? "",
  );

/**
 * A valibot schema of a form's values with a function that returns their errors by field. Several messages of a field
 * become one text with a message per line.
 */
export const valuesWithRules = <Values>(errorsOf: (values: Values) => readonly FieldError[]) =>
  pipe(
    custom<Values>(() => true),
    rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const messages = new Map<string, string>();
      for (const { field, message } of errorsOf(dataset.value)) {
        messages.set(field, [messages.get(field), message].filter(Boolean).join("\n"));
      }
      for (const [field, message] of messages) {
        const [first, ...rest] = field
          .split(".")
          .map((key) => ({ type: "unknown", origin: "value", input: undefined, key, value: undefined }) as const);
        if (first) addIssue({ message, path: [first, ...rest] });
      }
    }),
  );
