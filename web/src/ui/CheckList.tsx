/** Choosing some of a few: a group of boxes, all or none of which are ticked by a button. */
import { useId } from "react";
import { Button } from "./Button";
import "./checkList.css";

interface Props {
  readonly label: string;
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

export function CheckList({ label, options, chosen, onChoose, required = false, error }: Props) {
  const id = useId();
  const ticked = new Set(chosen);
  return (
    <fieldset className="check-list" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            {" *"}
          </span>
        )}
      </legend>
      <div className="check-list-options">
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={ticked.has(option)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                onChoose(options.filter((other) => (other === option ? target.checked : ticked.has(other))))
              }
            />
            {option}
          </label>
        ))}
        {options.length > 1 && (
          <span className="check-list-all">
            <Button look="quiet" onClick={() => onChoose(options)} aria-label={`Select all: ${label}`}>
              Select ALL
            </Button>
            <Button look="quiet" onClick={() => onChoose([])} aria-label={`Deselect all: ${label}`}>
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
