/** Moments of reports on the clocks in Chicago, whichever zone the browser is in. */

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

function partsOf(moment: number): Readonly<Record<string, string>> {
  return Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** '11/21/2026 14:04 CT', or with seconds; empty for no moment. */
export function centralTime(moment: number | null, seconds = false): string {
  if (moment === null || Number.isNaN(moment)) return "";
  const { year, month, day, hour, minute, second } = partsOf(moment);
  return `${month}/${day}/${year} ${hour}:${minute}${seconds ? `:${second}` : ""} CT`;
}
