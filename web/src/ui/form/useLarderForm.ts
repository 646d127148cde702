import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import { getDotPath, safeParse, type GenericSchema } from "valibot";
import { ApiError } from "../../api/errors";

interface Options<Input extends FieldValues, Output> {
  /** Checks the entered values and converts them to the values to save. */
  readonly schema: GenericSchema<Input, Output>;
  readonly defaultValues: DefaultValues<Input>;
  /** Saves the values. A rejection is shown in the form. */
  readonly onSubmit: (values: Output) => Promise<unknown>;
  /** The name of the form's field for a field of the server; the same name by default. */
  readonly fieldOf?: (serverField: string) => string;
  /**
   * When fields show their errors first: after a submission, which is the default, after each change, or after they lost
   * the focus.
   */
  readonly mode?: "onSubmit" | "onChange" | "onTouched";
  /** Whether the first invalid field gets the focus after a submission, which is the default. */
  readonly focusesErrors?: boolean;
}

export interface LarderForm<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submit: (event?: FormEvent) => Promise<void>;
  /** Whether a submission is in progress. */
  readonly busy: boolean;
  /** Whether the form has values that are not saved. */
  readonly isDirty: boolean;
  /** Why the last submission failed, unless the fields show it; null if it did not fail. */
  readonly error: unknown;
  /** The error of the last submission if another user saved other values first; null otherwise. */
  readonly conflict: ApiError | null;
  readonly clearError: () => void;
}

/** The state of a form. A valibot schema checks it, and the server's errors are shown at their fields. */
export function useLarderForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  onSubmit,
  fieldOf = (field) => field,
  mode = "onSubmit",
  focusesErrors = true,
}: Options<Input, Output>): LarderForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    defaultValues,
    mode,
    resolver: resolverOf(schema),
    shouldFocusError: focusesErrors,
  });
  const [error, setError] = useState<unknown>(null);
  const saving = useMutation({ mutationFn: (values: Output) => onSubmit(values) });

  async function save(values: Output) {
    try {
      await saving.mutateAsync(values);
      setError(null);
    } catch (rejection) {
      const { byField, others } = groupErrors(rejection, (field) => {
        const name = fieldOf(field);
        return get(form.getValues(), name) === undefined ? undefined : name;
      });
      let shouldFocus = focusesErrors;
      for (const [name, message] of byField) {
        form.setError(name as Path<Input>, { type: "server", message }, { shouldFocus });
        shouldFocus = false;
      }
      setError(others);
    }
  }

  const { isSubmitting, isDirty } = form.formState;
  return {
    form,
    submit: form.handleSubmit(save),
    busy: isSubmitting,
    isDirty,
    error,
    conflict: error instanceof ApiError && error.kind === "conflict" ? error : null,
    clearError: () => setError(null),
  };
}

/** Checks the values with a valibot schema. Each field gets the message of its first issue. */
function resolverOf<Input extends FieldValues, Output>(
  schema: GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const result = safeParse(schema, values);
    if (result.success) return { values: result.output, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const issue of result.issues) {
      const name = getDotPath(issue) ?? "root";
      if (get(errors, name) === undefined) set(errors, name, { type: issue.type, message: issue.message });
    }
    return { values: {}, errors };
  };
}

/** Splits an error into the messages of known fields and an error for everything else; null if nothing else is left. */
function groupErrors(error: unknown, nameOf: (field: string) => string | undefined) {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { field, message } of error instanceof ApiError ? error.fields : []) {
    const name = nameOf(field);
    if (name === undefined) others.push(message);
    else byField.set(name, [byField.get(name), message].filter(Boolean).join("\n"));
  }
  if (byField.size === 0) return { byField, others: error };
  return { byField, others: others.length > 0 ? new ApiError("invalid", others.join("\n")) : null };
}
