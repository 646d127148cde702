import { expect, it } from "vitest";
import { formatCentralTime, fromDateTimeInput, parseCentralTime, toDateTimeInput } from "./centralTime";

const HOUR = 3_600_000;
const hoursFrom = (day: string, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${day}T06:00:00Z`) + index * step * HOUR);

it("formatted hours parse to the same instant, except the second of two repeated hours", () => {
  const changed: string[] = [];
  const aroundChanges = ["2026-11-01", "2027-03-13", "2027-11-06"].flatMap((day) => hoursFrom(day, 48, 1));
  for (const at of [...hoursFrom("2026-01-01", 60, 303), ...aroundChanges]) {
    const instant = new Date(at).toISOString();
    const parsed = parseCentralTime(formatCentralTime(instant));
    const result = parsed.ok ? parsed.instant : parsed.reason;
    expect(fromDateTimeInput(toDateTimeInput(instant))).toBe(result);
    if (result !== instant) changed.push(instant);
  }
  expect(changed).toEqual(["2026-11-01T07:00:00.000Z", "2027-11-07T07:00:00.000Z"]);
});

it.each(["", "2026-11-21", "2027-03-14T02:30"])("fromDateTimeInput returns null for '%s'", (value) => {
  expect(fromDateTimeInput(value)).toBeNull();
});
