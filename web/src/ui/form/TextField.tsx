import type { ComponentProps } from "react";
import { Field } from "../Field";
import type { FieldProps, LabelVisibility } from "./fieldProps";

type InputAttributes = Pick<
  ComponentProps<"input">,
  "autoCapitalize" | "autoComplete" | "inputMode" | "maxLength" | "placeholder" | "readOnly" | "spellCheck"
>;

interface Props extends FieldProps<string>, InputAttributes, LabelVisibility {
  readonly type?: "text" | "email" | "password" | "datetime-local" | undefined;
  /** The number of lines. With more than one, Enter starts a new line. */
  readonly rows?: number | undefined;
}

/** A labelled text field. Autocomplete is off by default, because users type names and ids. */
export function TextField({
  label,
  id,
  description,
  error,
  required,
  hidesLabel,
  onChange,
  inputRef,
  type = "text",
  rows = 1,
  autoComplete = "off",
  ...rest
}: Props) {
  return (
    <Field id={id} label={label} hint={description} error={error} required={required} hidesLabel={hidesLabel}>
      {(control) =>
        rows > 1 ? (
          <textarea
            {...control}
            {...rest}
            ref={inputRef}
            rows={rows}
            autoComplete={autoComplete}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...control}
            {...rest}
            ref={inputRef}
            type={type}
            autoComplete={autoComplete}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
