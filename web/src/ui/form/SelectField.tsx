import { Field } from "../Field";
import type { FieldProps } from "./fieldProps";
import { Select, type SelectEntry } from "./Select";

interface Props extends FieldProps<string> {
  readonly options: readonly SelectEntry[];
  /** The label of the first option, whose value is empty. Without it there is no such option. */
  readonly emptyLabel?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** A labelled select. */
export function SelectField({ label, id, description, error, required, inputRef, ...select }: Props) {
  return (
    <Field id={id} label={label} hint={description} error={error} required={required}>
      {(control) => <Select {...control} {...select} ref={inputRef} />}
    </Field>
  );
}
