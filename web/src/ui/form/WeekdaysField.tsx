import { dayName, WEEKDAYS, type Weekday } from "../../lib/weekdays";
import { Checkbox, ControlGroup } from "../Checkbox";
import type { FieldProps } from "./fieldProps";

/** 1 for selected days, 0 for the others. */
type Days = Readonly<Record<Weekday, number>>;

interface Props extends Omit<FieldProps<Days>, "id" | "required"> {
  /** The days that another field sets. They are disabled, and `value` keeps the user's own choice. */
  readonly fixed?: { readonly days: Partial<Days>; readonly reason: string };
}

/** A checkbox for each weekday. */
export function WeekdaysField({ label, description, error, value, onChange, onBlur, inputRef, fixed }: Props) {
  return (
    <ControlGroup legend={label} layout="row" hint={description} error={error}>
      {WEEKDAYS.map((day, index) => (
        <Checkbox
          key={day}
          label={dayName(day)}
          checked={(fixed?.days[day] ?? value[day]) === 1}
          disabledReason={fixed?.days[day] === undefined ? undefined : fixed.reason}
          onChange={(checked) => onChange({ ...value, [day]: checked ? 1 : 0 })}
          onBlur={onBlur}
          inputRef={index === 0 ? inputRef : undefined}
        />
      ))}
    </ControlGroup>
  );
}
