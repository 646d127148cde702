import { describe, expect, it } from "vitest";
import cases from "../../../../functions/locations/cases/hours.json";
import { copyMonday, type WeekTimes } from "../../lib/weekdays";
import { storedHours, summarizeHours } from "./hours";

describe("hours (LOC-55, LOC-56)", () => {
  for (const { name, workHours, hours } of cases) {
    it(name, () => {
      expect(summarizeHours(workHours as WeekTimes)).toBe(hours);
    });
  }

  it("copies Monday to Tuesday through Friday", () => {
    const hours: WeekTimes = {
      monday: [["08:00", "17:00"]],
      tuesday: [["10:00", "11:00"]],
      saturday: [["09:00", "12:00"]],
    };
    expect(summarizeHours(copyMonday(hours))).toBe("Mon-Fri 08:00 to 17:00; Sat 09:00 to 12:00; ");
  });

  it("copies a closed Monday", () => {
    expect(summarizeHours(copyMonday({ friday: [["10:00", "11:00"]], sunday: [["09:00", "12:00"]] }))).toBe(
      "Sun 09:00 to 12:00; ",
    );
  });

  it("stores hours per day as [[from,to]], with empty lists for closed days", () => {
    expect(storedHours({ monday: [["08:00", "17:00"]], tuesday: [["", ""]] })).toEqual({
      monday: [["08:00", "17:00"]],
      tuesday: [],
      wednesday: [],
      thursday: [],
      friday: [],
      saturday: [],
      sunday: [],
    });
  });
});
