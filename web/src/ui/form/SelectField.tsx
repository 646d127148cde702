import { Field } from "../Field";
import type { FieldProps, LabelVisibility } from "./fieldProps";
import { Select, type SelectEntry } from "./Select";

interface Props extends FieldProps<string>, LabelVisibility {
  readonly options: readonly SelectEntry[];
  /** The label of the first option, whose value is empty. Without it there is no such option. */
  readonly emptyLabel?: string | undefined;
  /** Why the select cannot be used; undefined if it can. It is shown instead of the description. */
  readonly disabledReason?: string | undefined;
}

/** A labelled select. */
export function SelectField({ label, id, description, error, required, hidesLabel, inputRef, ...select }: Props) {
  return (
    <Field
      id={id}
      label={label}
      hint={select.disabledReason ?? description}
      error={error}
      required={required}
      hidesLabel={hidesLabel}
    >
      {(control) => <Select {...control} {...select} ref={inputRef} />}
    </Field>
  );
}
