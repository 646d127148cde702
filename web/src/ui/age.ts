/** How long ago something was, as people say it. */
const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });

export function ageOf(then: number, now: number): string {
  for (const [unit, milliseconds] of STEPS) {
    const count = Math.floor((now - then) / milliseconds);
    if (count >= 1) return format.format(-count, unit);
  }
  return "just now";
}
