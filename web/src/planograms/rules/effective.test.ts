import { describe, expect, it } from "vitest";
import cases from "../../../../functions/planograms/cases/effective.json";
import { effectiveAt, scheduledAfter, type Entry } from "./effective";

describe("decided: what a fridge shows now is the newest entry not after now", () => {
  for (const { name, entries, at, effective, scheduled } of cases) {
    it(name, () => {
      expect([...effectiveAt<Entry>(entries, Date.parse(at)).values()]).toEqual(effective);
      expect(scheduledAfter<Entry>(entries, Date.parse(at))).toEqual(scheduled);
    });
  }
});
