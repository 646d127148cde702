import { expect, it } from "vitest";
import { fromControl, readCentral, toControl, writeCentral } from "./centralTime";

const HOUR = 3_600_000;
const hoursFrom = (day: string, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${day}T06:00:00Z`) + index * step * HOUR);

it("hours are written and read as themselves, but the second of those that there are twice", () => {
  const moved: string[] = [];
  const aroundChanges = ["2026-11-01", "2027-03-13", "2027-11-06"].flatMap((day) => hoursFrom(day, 48, 1));
  for (const at of [...hoursFrom("2026-01-01", 60, 303), ...aroundChanges]) {
    const instant = new Date(at).toISOString();
    const read = readCentral(writeCentral(instant));
    const again = read.ok ? read.instant : read.why;
    expect(fromControl(toControl(instant))).toBe(again);
    if (again !== instant) moved.push(instant);
  }
  expect(moved).toEqual(["2026-11-01T07:00:00.000Z", "2027-11-07T07:00:00.000Z"]);
});

it.each(["", "2026-11-21", "2027-03-14T02:30"])("a control that says '%s' says no time", (value) => {
  expect(fromControl(value)).toBeNull();
});
