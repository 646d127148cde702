import { useId } from "react";
import { Button } from "./Button";
import { Checkbox } from "./Checkbox";
import styles from "./checkboxGroup.module.css";
import { FieldError, RequiredMark } from "./Field";
import { useErrorAfterPress } from "./useErrorAfterPress";

interface Props {
  readonly label: string;
  readonly options: readonly string[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

/** A labelled group of checkboxes, with buttons that select all or none of them. */
export function CheckboxGroup({ label, options, selected, onChange, required = false, ...props }: Props) {
  const error = useErrorAfterPress(props.error);
  const id = useId();
  const checked = new Set(selected);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className={styles.options}>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={checked.has(option)}
            invalid={error !== undefined}
            onChange={(isChecked) =>
              onChange(options.filter((other) => (other === option ? isChecked : checked.has(other))))
            }
          />
        ))}
        {options.length > 1 && (
          <span className={styles.all}>
            <Button variant="link" onClick={() => onChange(options)} aria-label={`Select all: ${label}`}>
              Select ALL
            </Button>
            <Button variant="link" onClick={() => onChange([])} aria-label={`Deselect all: ${label}`}>
              Deselect ALL
            </Button>
          </span>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
