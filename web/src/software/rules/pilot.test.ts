import { describe, expect, it } from "vitest";
import cases from "../../../../functions/software/cases/pilots.json";
import { validatePilot, type PilotDraft } from "./pilot";

describe("validatePilot (SWR-6)", () => {
  for (const { name, pilot, errors } of cases) {
    it(name, () => {
      const entered = Object.fromEntries(Object.entries(pilot).map(([field, value]) => [field, String(value)]));
      const empty: PilotDraft = { id: "", displayName: "", stage: "", startDate: "", endDate: "", description: "" };
      expect(validatePilot({ ...empty, ...entered })).toEqual(errors);
    });
  }
});
