import { useRef, useState } from "react";
import { formatDay, parseDay } from "./day";
import { Field } from "./Field";
import "./dateField.css";

interface Props {
  readonly label: string;
  /** A date such as 2026-11-21. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** Called with whether the typed text is an invalid date. While it is invalid, `value` does not change. */
  readonly onInvalidChange?: (invalid: boolean) => void;
  readonly required?: boolean;
}

/** A date field with a calendar. It shows MM/dd/y in every browser language. */
export function DateField({ label, value, onChange, onInvalidChange, required }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [previousValue, setPreviousValue] = useState(value);
  const calendar = useRef<HTMLInputElement>(null);

  // The parent set another date: discard the typed text.
  if (previousValue !== value) {
    setPreviousValue(value);
    setTyped(null);
  }

  function commit(text: string) {
    const day = parseDay(text);
    setTyped(day === null ? text : null);
    if (day !== null && day !== value) onChange(day);
  }

  const invalid = typed !== null && parseDay(typed) === null;
  return (
    <Field
      label={label}
      required={required}
      error={invalid ? `${label} should be a date in the format MM/dd/y` : undefined}
    >
      {(control) => (
        <span className="date-field">
          <input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder="MM/dd/y"
            value={typed ?? formatDay(value)}
            onChange={({ target: { value: text } }) => {
              setTyped(text);
              onInvalidChange?.(parseDay(text) === null);
            }}
            onBlur={(event) => commit(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") commit(event.currentTarget.value);
            }}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Pick ${label.toLowerCase()} from a calendar`}
            onClick={() => calendar.current?.showPicker()}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path
                d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.25"
              />
            </svg>
          </button>
          <input
            ref={calendar}
            type="date"
            className="date-field-calendar"
            tabIndex={-1}
            aria-hidden="true"
            value={value}
            onChange={(event) => {
              if (!event.target.value) return;
              onInvalidChange?.(false);
              onChange(event.target.value);
            }}
          />
        </span>
      )}
    </Field>
  );
}
