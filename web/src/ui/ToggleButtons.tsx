import type { ReactNode } from "react";
import styles from "./toggleButtons.module.css";

interface Props<Value extends string> {
  /** The name of the group. */
  readonly label: string;
  /** Each value with the label of its button. */
  readonly options: readonly (readonly [value: Value, label: ReactNode])[];
  /** The value whose button is pressed. Another value presses none. */
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Buttons of which one is pressed. Unlike `ViewSwitch`, it wraps, and its labels can be long. */
export function ToggleButtons<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div className={styles.group} role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button
          type="button"
          key={option}
          className={styles.button}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
