import { describe, expect, it } from "vitest";
import type { CheckedLine, Outcome } from "./rules/checked";
import { initialSending, reduce } from "./rules/sending";
import { outcomeOf } from "./useUpload";

const lines = (...outcomes: Outcome[]): CheckedLine<null>[] =>
  outcomes.map((outcome) => ({ line: 1, outcome, cells: [], stored: null, reasons: [], value: null }));

describe("outcomeOf", () => {
  it("counts every line of the file as written, unchanged or failed, and leaves out removed records", () => {
    const file = { lines: lines("added", "changed", "added", "unchanged", "unchanged", "rejected", "removed") };
    const events = [
      { type: "started", index: 0 },
      { type: "completed", index: 0, outcome: "written" },
      { type: "started", index: 1 },
      { type: "completed", index: 1, outcome: "unchanged" },
      { type: "started", index: 2 },
      { type: "failed", index: 2, kind: "rejected", reason: "no" },
    ] as const;
    const outcomes = events.map((_, count) =>
      outcomeOf("drivers", file, events.slice(0, count).reduce(reduce, initialSending([1, 1, 1]))),
    );
    expect(outcomes[0]).toEqual({ kind: "drivers", written: 0, unchanged: 2, failed: 4 });
    expect(outcomes.at(-1)).toEqual({ kind: "drivers", written: 1, unchanged: 3, failed: 2 });
  });
});
