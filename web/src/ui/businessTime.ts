/** Times in the business's time zone (Chicago), independent of the browser's time zone. */
const format = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

/** A time such as 'Nov 21, 5:02:31 PM CST'. Returns text that is not a valid time unchanged. */
export function formatBusinessTime(instant: string | number): string {
  const date = new Date(instant);
  // Some systems put a narrow no-break space before AM and PM. A plain space can be searched for and copied.
  return Number.isNaN(date.getTime()) ? String(instant) : format.format(date).replace("\u202f", " ");
}

const withYear = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** A time with its year, such as 'Nov 21, 2026, 5:02 PM CST'. */
export function formatBusinessDateTime(instant: string): string {
  return withYear.format(new Date(instant)).replace("\u202f", " ");
}

/** The name of the business's time zone at a time: 'CST' or 'CDT'. */
export function businessZoneName(instant: string | number): string {
  return format.formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
