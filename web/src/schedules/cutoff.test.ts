import { describe, expect, it } from "vitest";
import cases from "../../../functions/locations/cases/cutoff.json";
import { isNortheast, checkCutoff } from "./cutoff";

describe("allocation must be set before 6 pm, in the Northeast two days before the stocking", () => {
  for (const { name, at, stockingSchedule, market, timeZone, missed, first } of cases) {
    it(name, () => {
      const result = checkCutoff(new Date(at), stockingSchedule, isNortheast({ market, timeZone }));
      expect({
        missed: result.missed && { day: result.missed.day.toString(), cutoff: result.missed.cutoff.toISOString() },
        first: result.first?.toString() ?? null,
      }).toEqual({ missed, first });
    });
  }
});
