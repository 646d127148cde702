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
  /** What is wrong, a message a line; one that names a weekday stands at that day. */
  readonly error: string | undefined;
  /** What is said while the times by day do not yet make hours. */
  readonly hint: string;
  /** The day whose times were left, or none when the choice was. */
  readonly onBlur?: ((day?: Weekday) => void) | undefined;
  readonly id?: string | undefined;
}

const ENDS = ["Start", "End"] as const;

/** 24 hours or not and, if not, from and to by day in the location's own time zone. */
export function HoursFields({ value, onChange, error, hint, onBlur, id }: Props) {
  const { allDay, days } = value;
  const group = useId();
  const errors = error?.split("\n") ?? [];
  const errorOfDay = (day: Weekday) => errors.find((message) => dayOfMessage(message) === day);
  const otherErrors = errors.filter((message) => dayOfMessage(message) === undefined);

  const sound = checkWorkHours(days, "").length === 0;

  function setTime(day: Weekday, end: number, time: string) {
    const [span = ["", ""], ...further] = days[day] ?? [];
    onChange({
      allDay,
      days: { ...days, [day]: [span.map((was, index) => (index === end ? time : was)), ...further] },
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
                <Button
                  look="quiet"
                  aria-label="Copy to Tue-Fri what Monday has"
                  onClick={() => onChange({ allDay, days: copyMonday(days) })}
                >
                  Copy to Tue-Fri
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
      {allDay === false && <p className="field-hint">{sound ? summarizeHours(days) : hint}</p>}
    </div>
  );
}
