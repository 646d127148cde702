import { useId, type ReactNode } from "react";

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
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** A labelled form control with a hint and an error. */
export function Field({ id: givenId, label, hint, error, required, children }: Props) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            {" *"}
          </span>
        )}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
        "aria-required": required || undefined,
      })}
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
