import { describe, expect, it } from "vitest";
import cases from "../../../../functions/locations/cases/hours.json";
import { copyMonday, storedHours, summarizeHours, type WorkHours } from "./hours";

describe("spec 5.2, hours output", () => {
  for (const { name, workHours, hours } of cases) {
    it(name, () => {
      expect(summarizeHours(workHours as WorkHours)).toBe(hours);
    });
  }

  it("a copy button copies Monday's value to Tuesday through Friday", () => {
    const hours: WorkHours = {
      monday: [["08:00", "17:00"]],
      tuesday: [["10:00", "11:00"]],
      saturday: [["09:00", "12:00"]],
    };
    expect(summarizeHours(copyMonday(hours))).toBe("Mon-Fri 08:00 to 17:00; Sat 09:00 to 12:00; ");
  });

  it("a closed Monday copies as closed", () => {
    expect(summarizeHours(copyMonday({ friday: [["10:00", "11:00"]], sunday: [["09:00", "12:00"]] }))).toBe(
      "Sun 09:00 to 12:00; ",
    );
  });

  it("workHours are per day [[from,to]], with closed days as empty lists", () => {
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
