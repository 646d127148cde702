import { Button } from "../../../ui/Button";
import { WEEKDAYS, checkWorkHours, copyMonday, dayName, summarizeHours, type Weekday } from "../../rules/hours";
import type { HoursDraft } from "../draft";
import type { EditorProps } from "./ValueEditor";

const ENDS = ["Start", "End"] as const;

/** 24 hours or not and, if not, from and to by day in the location's own time zone. */
export function HoursEditor({ draft, onChange, errorOf }: EditorProps) {
  const { allDay, days } = draft.value as HoursDraft;
  const change = (value: HoursDraft) => onChange({ ...draft, value }, "workHours");
  const error = errorOf("workHours");
  const errors = error?.split("\n") ?? [];
  const errorOfDay = (day: Weekday) => errors.find((message) => message.includes(` ${dayName(day)} `));
  const otherErrors = errors.filter((message) => !WEEKDAYS.some((day) => errorOfDay(day) === message));

  const sound = checkWorkHours(days, "").length === 0;

  function setTime(day: Weekday, end: number, time: string) {
    const [span = ["", ""], ...further] = days[day] ?? [];
    change({ allDay, days: { ...days, [day]: [span.map((was, index) => (index === end ? time : was)), ...further] } });
  }

  return (
    <div className="hours-editor">
      <fieldset className="choice">
        <legend>24 Hours</legend>
        {[true, false].map((choice) => (
          <label key={String(choice)}>
            <input
              type="radio"
              name="all-day"
              checked={allDay === choice}
              onChange={() => change({ allDay: choice, days })}
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
                />
              ))}
              {day === "monday" && (
                <Button
                  look="quiet"
                  aria-label="Copy Monday to Tuesday through Friday"
                  onClick={() => change({ allDay, days: copyMonday(days) })}
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
      {allDay === false && (
        <p className="field-hint">{sound ? summarizeHours(days) : "Leave both times of a closed day empty."}</p>
      )}
    </div>
  );
}
