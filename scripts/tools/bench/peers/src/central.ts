/** Central time. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLOCK = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
});
/** Formatting is slow, and the offset changes only at a full hour. */
const offsets = new Map<number, number>();

/** The offset from UTC in milliseconds. */
function offset(at: number): number {
  const hour = Math.floor(at / HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const parts = new Map(CLOCK.formatToParts(hour * HOUR).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const found = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour")) - hour * HOUR;
  offsets.set(hour, found);
  return found;
}

/** The instant of a local time, given as if it were UTC. */
function fromLocal(local: number): number {
  const guess = local - offset(local);
  return local - offset(guess);
}

/** The calendar day in Central time. */
export function centralDate(at: number): string {
  return new Date(at + offset(at)).toISOString().slice(0, 10);
}

/** The stocking day, which starts at 18:00 on the day before, and the minute in it. */
export function stockingTime(at: number): { day: number; minute: number } {
  const shifted = at + offset(at) + 6 * HOUR;
  return { day: Math.floor(shifted / DAY), minute: Math.floor((shifted % DAY) / 60_000) };
}

/** The instant at a minute of a stocking day. */
export function instantAt(day: number, minute: number): number {
  return fromLocal(day * DAY - 6 * HOUR + minute * 60_000);
}

/** The number of a day since 1970. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

/** Midnight at the start of a day, in seconds since 1970. */
export function midnight(day: number): number {
  return fromLocal(day * DAY) / 1000;
}
