import { WEEKDAYS, dayName, type Weekday } from "../../rules/hours";
import type { EditorProps } from "./ValueEditor";

/** A tick for each day on which the location is stocked. */
export function StockingScheduleEditor({ row, draft, onChange }: EditorProps) {
  const days = draft.value as Readonly<Record<Weekday, number>>;
  return (
    <fieldset className="choice choice-days">
      <legend>{row.label}</legend>
      {WEEKDAYS.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={days[day] === 1}
            onChange={(event) =>
              onChange({ ...draft, value: { ...days, [day]: event.target.checked ? 1 : 0 } }, `stockingSchedule.${day}`)
            }
          />
          {dayName(day)}
        </label>
      ))}
    </fieldset>
  );
}
