import { useId } from "react";
import { Button } from "./Button";
import "./checkboxGroup.css";

interface Props {
  readonly label: string;
  readonly options: readonly string[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

/** A labelled group of checkboxes, with buttons that select all or none of them. */
export function CheckboxGroup({ label, options, selected, onChange, required = false, error }: Props) {
  const id = useId();
  const checked = new Set(selected);
  return (
    <fieldset className="checkbox-group" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            {" *"}
          </span>
        )}
      </legend>
      <div className="checkbox-group-options">
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={checked.has(option)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                onChange(options.filter((other) => (other === option ? target.checked : checked.has(other))))
              }
            />
            {option}
          </label>
        ))}
        {options.length > 1 && (
          <span className="checkbox-group-all">
            <Button variant="link" onClick={() => onChange(options)} aria-label={`Select all: ${label}`}>
              Select ALL
            </Button>
            <Button variant="link" onClick={() => onChange([])} aria-label={`Deselect all: ${label}`}>
              Deselect ALL
            </Button>
          </span>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
