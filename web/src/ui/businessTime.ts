/** Instants on the business' clock, in Chicago, whichever zone the browser is in. */
const format = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

/** 'Nov 21, 5:02:31 PM CST'; what is no instant is answered as it came. */
export function businessTime(instant: string | number): string {
  const date = new Date(instant);
  // The narrow space that some systems put before AM is no help to anybody who searches or copies.
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

/** 'Nov 21, 2026, 5:02 PM CST', for what may be long ago. */
export function businessMinute(instant: string): string {
  return withYear.format(new Date(instant)).replace("\u202f", " ");
}

/** 'CST' or 'CDT': the name of the business' zone at an instant. */
export function businessZone(instant: string | number): string {
  return format.formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
