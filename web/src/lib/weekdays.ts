/** Weekdays, and the times of a week by weekday. */

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** [from, to] of each day as HH:MM. An empty list, or a span with neither time, is a closed day. */
export type WeekTimes = Partial<Record<Weekday, string[][]>>;

export function dayName(day: Weekday): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

/** The weekday that a text names, if any. */
export function weekdayIn(text: string): Weekday | undefined {
  return WEEKDAYS.find((day) => text.includes(dayName(day)));
}

/** Copies Monday's times to Tuesday through Friday. */
export function copyMonday(times: WeekTimes): WeekTimes {
  const copied: WeekTimes = { ...times };
  for (const day of WEEKDAYS.slice(1, 5)) copied[day] = (times.monday ?? []).map((span) => [...span]);
  return copied;
}
