import { describe, expect, it } from "vitest";
import cases from "../../../../functions/planograms/cases/effective.json";
import { effectiveAt, scheduledAfter, type Entry } from "./effective";

describe("effectiveAt and scheduledAfter (PLN-4)", () => {
  for (const { name, entries, at, effective, scheduled } of cases) {
    it(name, () => {
      expect([...effectiveAt<Entry>(entries, Date.parse(at)).values()]).toEqual(effective);
      expect(scheduledAfter<Entry>(entries, Date.parse(at))).toEqual(scheduled);
    });
  }
});
