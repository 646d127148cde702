/** Formats the hours of planograms in Central time, with the year. */
const format = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** For example 'Mon, Nov 23, 2026, 5:00 AM CST'. Returns an invalid instant unchanged. */
export function formatHour(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : format.format(date).replace("\u202f", " ");
}
