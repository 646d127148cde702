import type { RefCallback } from "react";

/** The properties that every field component has. */
export interface FieldProps<Value> {
  readonly label: string;
  /** The control's id, if another element links to it. */
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Called when the control loses the focus. */
  readonly onBlur?: (() => void) | undefined;
  /** The element that gets the focus when the form focuses its first invalid field. */
  readonly inputRef?: RefCallback<HTMLElement> | undefined;
}

export interface LabelVisibility {
  /** Whether only screen readers read the label, because the surroundings show it. */
  readonly hidesLabel?: boolean | undefined;
}
