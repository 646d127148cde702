import { useId, type ReactNode } from "react";
import styles from "./field.module.css";
import textStyles from "./text.module.css";
import { useErrorAfterPress } from "./useErrorAfterPress";

/** Attributes that connect a control with the label, hint and error of its field. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
  readonly "aria-required": boolean | undefined;
}

interface Props {
  /** The control's id, if another element links to it. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** Whether only screen readers read the label, because the surroundings show it. */
  readonly hidesLabel?: boolean | undefined;
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** A labelled form control with a hint and an error. */
export function Field({ id: givenId, label, hint, required = false, hidesLabel = false, children, ...props }: Props) {
  const error = useErrorAfterPress(props.error);
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label id={`${id}-label`} htmlFor={id} className={hidesLabel ? textStyles.visuallyHidden : styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
        "aria-required": required || undefined,
      })}
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The star after the label of a required field. Screen readers read the control's `aria-required`. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden="true">
      {" *"}
    </span>
  );
}

interface NoteProps {
  readonly id?: string | undefined;
  readonly children: ReactNode;
}

/** Help for a control. */
export function FieldHint({ id, role, children }: NoteProps & { readonly role?: "status" }) {
  return (
    <p id={id} className={styles.hint} role={role}>
      {children}
    </p>
  );
}

/** The error of a control or of a form. */
export function FieldError({ id, children }: NoteProps) {
  return (
    <p id={id} className={styles.error} role="alert">
      {children}
    </p>
  );
}
