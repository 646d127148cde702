import { Field } from "../Field";
import type { FieldProps } from "./fieldProps";

/**
 * A labelled time field. Its value is a time such as 18:00, or empty. It is the browser's own field, which phones show
 * as a clock and in which keyboards type the digits in order.
 */
export function TimeField({
  label,
  id,
  description,
  error,
  required,
  onChange,
  inputRef,
  ...rest
}: FieldProps<string>) {
  return (
    <Field id={id} label={label} hint={description} error={error} required={required}>
      {(control) => (
        <input {...control} {...rest} ref={inputRef} type="time" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
