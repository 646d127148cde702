import { copyMonday, dayName, WEEKDAYS, weekdayIn, type Weekday, type WeekTimes } from "../../lib/weekdays";
import { Button } from "../Button";
import { RadioGroup } from "../Checkbox";
import { FieldError, FieldHint } from "../Field";
import { useErrorAfterPress } from "../useErrorAfterPress";
import type { FieldProps } from "./fieldProps";
import styles from "./hoursField.module.css";

/** The choice of 24 hours, which is null until it is made, and the times by day. */
export interface Hours {
  readonly allDay: boolean | null;
  readonly days: WeekTimes;
}

interface Props extends Omit<FieldProps<Hours>, "id" | "label" | "required" | "onBlur"> {
  /** Called when the end time of a day, or the choice of 24 hours, loses the focus. */
  readonly onBlur?: ((day?: Weekday) => void) | undefined;
}

const ENDS = ["Start", "End"] as const;

/**
 * The choice of 24 hours or times by day. `error` has one message per line, and a message that names a weekday is shown
 * at that day.
 */
export function HoursField({ description, value, onChange, onBlur, inputRef, ...props }: Props) {
  const error = useErrorAfterPress(props.error);
  const { allDay, days } = value;
  const errors = error?.split("\n") ?? [];
  const errorOfDay = (day: Weekday) => errors.find((message) => weekdayIn(message) === day);

  function setTime(day: Weekday, end: number, time: string) {
    const [span = ["", ""], ...further] = days[day] ?? [];
    const changed = span.map((current, index) => (index === end ? time : current));
    onChange({ allDay, days: { ...days, [day]: [changed, ...further] } });
  }

  return (
    <div>
      <RadioGroup
        legend="24 Hours"
        layout="row"
        options={[
          ["yes", "Yes"],
          ["no", "No"],
        ]}
        value={allDay === null ? undefined : allDay ? "yes" : "no"}
        onChange={(choice) => onChange({ allDay: choice === "yes", days })}
        onBlur={() => onBlur?.()}
        inputRef={inputRef}
      />
      {allDay === false && (
        <ul className={styles.days}>
          {WEEKDAYS.map((day) => (
            <li key={day}>
              <span className={styles.day}>{dayName(day)}</span>
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
              {errorOfDay(day) && <FieldError>{errorOfDay(day)}</FieldError>}
            </li>
          ))}
        </ul>
      )}
      {errors
        .filter((message) => weekdayIn(message) === undefined)
        .map((message) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
      {allDay === false && description && <FieldHint>{description}</FieldHint>}
    </div>
  );
}
