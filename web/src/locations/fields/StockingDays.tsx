import type { StockingDays as Days } from "../rules/effects";
import { WEEKDAYS, dayName, type Weekday } from "../rules/hours";
import "./fields.css";

interface Props {
  readonly label: string;
  readonly value: Days;
  readonly onChange: (value: Days, day: Weekday) => void;
  /** Whether the time zone sets a day. Such a day is disabled. */
  readonly isForced?: (day: Weekday) => boolean;
  readonly hint?: string | undefined;
  readonly id?: string | undefined;
}

/** A checkbox for each day on which the location is stocked. */
export function StockingDays({ label, value, onChange, isForced = () => false, hint, id }: Props) {
  return (
    <fieldset className="choice choice-days">
      <legend>{label}</legend>
      {WEEKDAYS.map((day, index) => (
        <label key={day}>
          <input
            id={index === 0 ? id : undefined}
            type="checkbox"
            checked={value[day] === 1}
            disabled={isForced(day)}
            onChange={(event) => onChange({ ...value, [day]: event.target.checked ? 1 : 0 }, day)}
          />
          {dayName(day)}
        </label>
      ))}
      {hint && <p className="field-hint">{hint}</p>}
    </fieldset>
  );
}
