/** Units from the longest to the shortest, with their length. */
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** The time since `then`, such as '3 hours ago'; 'just now' for less than a minute. Times are in milliseconds. */
export function formatAge(then: number, now: number): string {
  for (const [unit, milliseconds] of UNITS) {
    const count = Math.floor((now - then) / milliseconds);
    if (count >= 1) return format.format(-count, unit);
  }
  return "just now";
}
