/** Opening hours: their stored summary and the validation rules of edits. */
import type { FieldError } from "../../api/errors";
import { WEEKDAYS, dayName, type Weekday, type WeekTimes } from "../../lib/weekdays";
import { MAX_OPENINGS_PER_DAY } from "./limits";

export const ALL_DAY: readonly [string, string] = ["00:00", "23:59"];

function spansOf(hours: WeekTimes, day: Weekday): string[][] {
  return (hours[day] ?? []).filter(([from, to]) => from || to);
}

export function isAllDay(hours: WeekTimes): boolean {
  return WEEKDAYS.every((day) => {
    const spans = spansOf(hours, day);
    return spans.length === 1 && spans[0]?.[0] === ALL_DAY[0] && spans[0]?.[1] === ALL_DAY[1];
  });
}

/** '24 Hours', or the hours with equal consecutive days merged: 'Mon-Fri 08:00 to 17:00; Sat 09:00 to 12:00; '. */
export function summarizeHours(hours: WeekTimes): string {
  if (isAllDay(hours)) return "24 Hours";
  const runs: { first: Weekday; last: Weekday; times: string }[] = [];
  let previous = "";
  for (const day of WEEKDAYS) {
    const times = spansOf(hours, day)
      .map(([from, to]) => `${from} to ${to}`)
      .join(", ");
    const run = runs.at(-1);
    if (times && run && times === previous) run.last = day;
    else if (times) runs.push({ first: day, last: day, times });
    previous = times;
  }
  const short = (day: Weekday) => dayName(day).slice(0, 3);
  return runs
    .map(({ first, last, times }) => `${first === last ? short(first) : `${short(first)}-${short(last)}`} ${times}; `)
    .join("");
}

/**
 * The errors of edited hours. `null` means that the user has not chosen between 24 hours and times by day.
 * HH:MM times compare correctly as text.
 */
export function checkWorkHours(hours: WeekTimes | null, locationId: string): FieldError[] {
  const error = (message: string): FieldError => ({ field: "workHours", message });
  if (!hours) return [error(`Choose 24 hours(Yes/No) for ${locationId}`)];
  const errors: FieldError[] = [];
  let filled = 0;
  for (const day of WEEKDAYS) {
    if ((hours[day]?.length ?? 0) > MAX_OPENINGS_PER_DAY) {
      errors.push(error(`${dayName(day)} can have at most ${MAX_OPENINGS_PER_DAY} opening times`));
    }
    const open: { from: string; to: string }[] = [];
    for (const [from, to] of spansOf(hours, day)) {
      filled += 1;
      if (!from || !to) {
        errors.push(error(`Both Start Hours and End hours for ${dayName(day)} should be present or absent`));
      } else if (from >= to) {
        errors.push(error(`Start Hours for ${dayName(day)} should be a time in past to End hours`));
      } else if (open.some((other) => other.from < to && from < other.to)) {
        errors.push(error(`Hours for ${dayName(day)} cannot overlap`));
      } else {
        open.push({ from, to });
      }
    }
  }
  return filled ? errors : [error("Time should be entered for atleast one day")];
}

/** The summary of valid hours, otherwise the hint. */
export function describeHours(hours: WeekTimes, hint: string): string {
  return checkWorkHours(hours, "").length === 0 ? summarizeHours(hours) : hint;
}

/** A new location needs times for every day (docs/requirements/locations.md, LOC-26). */
export function checkFullWeek(hours: WeekTimes | null, locationId: string): FieldError[] {
  const errors = checkWorkHours(hours, locationId);
  if (errors.length > 0 || !hours) return errors;
  return WEEKDAYS.filter((day) => spansOf(hours, day).length === 0).map((day) => ({
    field: "workHours",
    message: `${dayName(day)} needs a from and a to time`,
  }));
}

export function allDayHours(): WeekTimes {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, [[...ALL_DAY]]]));
}

/** The stored form: all days, with empty lists for closed days. */
export function storedHours(hours: WeekTimes): Record<Weekday, string[][]> {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, spansOf(hours, day)])) as Record<Weekday, string[][]>;
}
