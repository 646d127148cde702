import { useRef, useState } from "react";
import { formatDay, parseDay } from "./day";
import { Field } from "./Field";
import "./dateField.css";

interface Props {
  readonly label: string;
  /** As 2026-11-21. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** Whether what is typed is no day: the value is then what it was before. */
  readonly onWrong?: (wrong: boolean) => void;
  readonly required?: boolean;
}

/** A day, typed or picked from the browser's calendar, and shown as MM/dd/y whatever the browser's language. */
export function DateField({ label, value, onChange, onWrong, required }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shownFor, setShownFor] = useState(value);
  const calendar = useRef<HTMLInputElement>(null);

  // Another day came from elsewhere: what was typed before it is done with.
  if (shownFor !== value) {
    setShownFor(value);
    setTyped(null);
  }

  function take(text: string) {
    const day = parseDay(text);
    setTyped(day === null ? text : null);
    if (day !== null && day !== value) onChange(day);
  }

  const wrong = typed !== null && parseDay(typed) === null;
  return (
    <Field
      label={label}
      required={required}
      error={wrong ? `${label} should be a day in the format MM/dd/y` : undefined}
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
              onWrong?.(parseDay(text) === null);
            }}
            onBlur={(event) => take(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") take(event.currentTarget.value);
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
              onWrong?.(false);
              onChange(event.target.value);
            }}
          />
        </span>
      )}
    </Field>
  );
}
