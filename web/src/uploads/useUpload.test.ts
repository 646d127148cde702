import { describe, expect, it } from "vitest";
import type { CheckedLine, Outcome } from "./rules/checked";
import { begin, reduce } from "./rules/sending";
import { outcomeOf } from "./useUpload";

const lines = (...outcomes: Outcome[]): CheckedLine<null>[] =>
  outcomes.map((outcome) => ({ line: 1, outcome, cells: [], stored: null, reasons: [], value: null }));

describe("the outcome of an upload counts all lines of the file", () => {
  it("each as written, unchanged or failed; refused and unsent ones failed, what was removed is no line of it", () => {
    const file = { lines: lines("added", "changed", "added", "unchanged", "unchanged", "refused", "removed") };
    const sent = [
      { type: "begun", index: 0 },
      { type: "taken", index: 0, outcome: "written" },
      { type: "begun", index: 1 },
      { type: "taken", index: 1, outcome: "unchanged" },
      { type: "begun", index: 2 },
      { type: "failed", index: 2, kind: "line", reason: "no" },
    ] as const;
    const story = sent.map((_, step) =>
      outcomeOf("drivers", file, sent.slice(0, step).reduce(reduce, begin([1, 1, 1]))),
    );
    expect(story[0]).toEqual({ kind: "drivers", written: 0, unchanged: 2, failed: 4 });
    expect(story.at(-1)).toEqual({ kind: "drivers", written: 1, unchanged: 3, failed: 2 });
  });
});
