import { useId, type ReactNode, type RefCallback } from "react";
import styles from "./checkbox.module.css";
import { FieldError, FieldHint, RequiredMark } from "./Field";
import { VisuallyHidden } from "./text";
import { useErrorAfterPress } from "./useErrorAfterPress";

interface CheckboxProps {
  /** The text next to the checkbox. */
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Why the checkbox cannot be changed; undefined if it can. It is the tooltip and the description. */
  readonly disabledReason?: string | undefined;
  readonly invalid?: boolean | undefined;
  /** The ids of texts that describe the checkbox. */
  readonly describedBy?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly inputRef?: RefCallback<HTMLElement> | undefined;
}

/** A checkbox with its label. */
export function Checkbox({ label, onChange, invalid, describedBy, inputRef, disabledReason, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox} title={disabledReason}>
      <input
        {...rest}
        ref={inputRef}
        type="checkbox"
        disabled={disabledReason !== undefined}
        title={disabledReason}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A checkbox in the form of a switch, for a filter or a setting that applies at once. */
export function Switch({ label, checked, onChange, disabledReason }: CheckboxProps) {
  return (
    <label className={`${styles.checkbox} ${styles.switch}`} title={disabledReason}>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        checked={checked}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface GroupProps {
  readonly legend: string;
  /** Whether only screen readers read the legend, because the surroundings show it. */
  readonly hidesLegend?: boolean;
  readonly layout?: "stack" | "row";
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  readonly children: ReactNode;
}

/** A group of checkboxes, switches, radio buttons or fields with a common legend and error. */
export function ControlGroup(props: GroupProps) {
  const { legend, hidesLegend = false, layout = "stack", hint, required = false, children } = props;
  const error = useErrorAfterPress(props.error);
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend>
        {hidesLegend ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
        {required && <RequiredMark />}
      </legend>
      <div className={layout === "row" ? styles.row : styles.stack}>{children}</div>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

interface RadioProps<Value extends string> extends Omit<GroupProps, "children"> {
  /** Each value with its label. */
  readonly options: readonly (readonly [value: Value, label: ReactNode])[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly inputRef?: RefCallback<HTMLElement> | undefined;
}

/** Radio buttons: one of a few values. */
export function RadioGroup<Value extends string>(props: RadioProps<Value>) {
  const { options, value, onChange, onBlur, inputRef, ...group } = props;
  const name = useId();
  return (
    <ControlGroup {...group}>
      {options.map(([option, label], index) => (
        <label key={option} className={styles.checkbox}>
          <input
            ref={index === 0 ? inputRef : undefined}
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
            onBlur={onBlur}
          />
          <span>{label}</span>
        </label>
      ))}
    </ControlGroup>
  );
}
