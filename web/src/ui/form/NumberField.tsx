import { Field } from "../Field";
import type { FieldProps } from "./fieldProps";

interface Props extends FieldProps<string> {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The distance between valid numbers; 1 by default. */
  readonly step?: number | "any" | undefined;
  readonly readOnly?: boolean | undefined;
}

/** A labelled number field. Its value is the entered text, which is empty if it is not a number. */
export function NumberField({ label, id, description, error, required, onChange, inputRef, step = 1, ...rest }: Props) {
  return (
    <Field id={id} label={label} hint={description} error={error} required={required}>
      {(control) => (
        <input
          {...control}
          {...rest}
          ref={inputRef}
          type="number"
          inputMode={step === 1 ? "numeric" : "decimal"}
          step={step}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
