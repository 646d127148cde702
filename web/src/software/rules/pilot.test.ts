import { describe, expect, it } from "vitest";
import cases from "../../../../functions/software/cases/pilots.json";
import { pilotErrors, type PilotDraft } from "./pilot";

describe("spec 5, all fields of a pilot are required and have their forms", () => {
  for (const { name, pilot, errors } of cases) {
    it(name, () => {
      const typed = Object.fromEntries(Object.entries(pilot).map(([field, value]) => [field, String(value)]));
      const empty: PilotDraft = { id: "", displayName: "", stage: "", startDate: "", endDate: "", description: "" };
      expect(pilotErrors({ ...empty, ...typed })).toEqual(errors);
    });
  }
});
