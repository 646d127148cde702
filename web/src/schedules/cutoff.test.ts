import { describe, expect, it } from "vitest";
import cases from "../../../functions/locations/cases/cutoff.json";
import { isNortheast, stockingReach } from "./cutoff";

describe("allocation must be set before 6 pm, in the Northeast two days before the stocking", () => {
  for (const { name, at, stockingSchedule, market, timeZone, missed, first } of cases) {
    it(name, () => {
      const reach = stockingReach(new Date(at), stockingSchedule, isNortheast({ market, timeZone }));
      expect({
        missed: reach.missed && { day: reach.missed.day.toString(), cutoff: reach.missed.cutoff.toISOString() },
        first: reach.first?.toString() ?? null,
      }).toEqual({ missed, first });
    });
  }
});
