import { useId } from "react";
import { Button } from "../../ui/Button";
import {
  WEEKDAYS,
  checkWorkHours,
  copyMonday,
  dayName,
  dayOfMessage,
  summarizeHours,
  type HoursDraft,
  type Weekday,
} from "../rules/hours";
import "./fields.css";

interface Props {
  readonly value: HoursDraft;
  readonly onChange: (value: HoursDraft) => void;
  /** Error messages, one per line. A message that names a weekday is shown at that day. */
  readonly error: string | undefined;
  /** Shown while the times are incomplete or invalid. */
  readonly hint: string;
  /** Called when the end time of a day, or the 24-hours choice, loses the focus. */
  readonly onBlur?: ((day?: Weekday) => void) | undefined;
  readonly id?: string | undefined;
}

const ENDS = ["Start", "End"] as const;

/** The choice of 24 hours or times per day, in the location's time zone. */
export function HoursFields({ value, onChange, error, hint, onBlur, id }: Props) {
  const { allDay, days } = value;
  const group = useId();
  const errors = error?.split("\n") ?? [];
  const errorOfDay = (day: Weekday) => errors.find((message) => dayOfMessage(message) === day);
  const otherErrors = errors.filter((message) => dayOfMessage(message) === undefined);

  const isValid = checkWorkHours(days, "").length === 0;

  function setTime(day: Weekday, end: number, time: string) {
    const [span = ["", ""], ...further] = days[day] ?? [];
    onChange({
      allDay,
      days: { ...days, [day]: [span.map((current, index) => (index === end ? time : current)), ...further] },
    });
  }

  return (
    <div className="hours-editor">
      <fieldset className="choice">
        <legend>24 Hours</legend>
        {[true, false].map((choice) => (
          <label key={String(choice)}>
            <input
              id={choice ? id : undefined}
              type="radio"
              name={`${group}-all-day`}
              checked={allDay === choice}
              onChange={() => onChange({ allDay: choice, days })}
              onBlur={() => onBlur?.()}
            />
            {choice ? "Yes" : "No"}
          </label>
        ))}
      </fieldset>
      {allDay === false && (
        <ul className="hours-days">
          {WEEKDAYS.map((day) => (
            <li key={day}>
              <span className="hours-day">{dayName(day)}</span>
              {ENDS.map((name, end) => (
                <input
                  key={name}
                  type="time"
                  aria-label={`${name} Hours for ${dayName(day)}`}
                  aria-invalid={errorOfDay(day) ? true : undefined}
                  min={end === 1 ? days[day]?.[0]?.[0] : undefined}
                  value={days[day]?.[0]?.[end] ?? ""}
                  onChange={(event) => setTime(day, end, event.target.value)}
                  onBlur={() => end === 1 && onBlur?.(day)}
                />
              ))}
              {day === "monday" && (
                <Button variant="link" onClick={() => onChange({ allDay, days: copyMonday(days) })}>
                  Copy Monday to Tue–Fri
                </Button>
              )}
              {errorOfDay(day) && (
                <p className="field-error" role="alert">
                  {errorOfDay(day)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {otherErrors.map((message) => (
        <p key={message} className="field-error" role="alert">
          {message}
        </p>
      ))}
      {allDay === false && <p className="field-hint">{isValid ? summarizeHours(days) : hint}</p>}
    </div>
  );
}
