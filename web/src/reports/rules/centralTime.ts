/** Formats instants in Central time, independent of the browser's time zone. */

const parts = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

function partsOf(instant: number): Readonly<Record<string, string>> {
  return Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
}

/** Formats epoch milliseconds, such as '11/21/2026 14:04 CT', optionally with seconds. Returns an empty string for null. */
export function formatCentralTime(instant: number | null, seconds = false): string {
  if (instant === null || Number.isNaN(instant)) return "";
  const { year, month, day, hour, minute, second } = partsOf(instant);
  return `${month}/${day}/${year} ${hour}:${minute}${seconds ? `:${second}` : ""} CT`;
}
