import { describe, expect, it } from "vitest";
import {
  begin,
  hasRest,
  linesDone,
  linesFailed,
  linesTotal,
  LOST_AFTER,
  phaseOf,
  reduce,
  toBegin,
  type Sending,
  type SendingEvent,
} from "./sending";

/** 'b0' begun, 'w0' written, 'u0' unchanged, 'f0' refused by itself, 'l0' lost, 'x0' refused like all; 's', 'r', 'a0'. */
function play(state: Sending, story: string): Sending {
  return story
    .split(" ")
    .filter(Boolean)
    .reduce((current, step) => {
      const index = Number(step.slice(1));
      const events: Record<string, SendingEvent> = {
        b: { type: "begun", index },
        w: { type: "taken", index, outcome: "written" },
        u: { type: "taken", index, outcome: "unchanged" },
        f: { type: "failed", index, kind: "line", reason: "stop cannot be empty" },
        l: { type: "failed", index, kind: "lost", reason: "No answer" },
        x: { type: "failed", index, kind: "refused", reason: "Error! User Action Prohibited!" },
        s: { type: "stop" },
        r: { type: "resume" },
        a: { type: "retry", indexes: [index] },
      };
      return reduce(current, events[step[0] ?? ""] as SendingEvent);
    }, state);
}
const four = () => begin([10, 20, 30, 40]);

describe("chunks are sent so many at a time", () => {
  it.each([
    ["", 2, [0, 1]],
    ["b0", 2, [1]],
    ["b0 b1", 2, []],
    ["b0 b1 w0", 2, [2]],
    ["b0 b1 b2 b3", 6, []],
    ["", 6, [0, 1, 2, 3]],
    ["b0 b1 f0 a0", 2, [0]],
    ["b0 f0 b1 a0", 6, [0, 2, 3]],
    ["b0 s", 6, []],
    ["b0 f0 s a0", 6, [0]],
    ["b0 x0", 6, []],
  ])("after '%s', of %i: %j", (story, atOnce, next) => expect(toBegin(play(four(), story), atOnce)).toEqual(next));
});

describe("a chunk that failed", () => {
  it("stays, while the others go on", () => {
    const state = play(four(), "b0 b1 f0 w1 b2 w2 b3 u3");
    expect(state.failed).toEqual([{ index: 0, kind: "line", reason: "stop cannot be empty", reasons: [] }]);
    expect(phaseOf(state)).toBe("finished");
    expect([state.written, state.unchanged, linesFailed(state), linesDone(state), linesTotal(state)]).toEqual([
      50, 40, 10, 100, 100,
    ]);
    expect(hasRest(state)).toBe(true);
  });

  it("can be sent again alone", () => {
    const state = play(four(), "b0 b1 f0 f1 b2 w2 b3 w3 a1");
    expect(toBegin(state)).toEqual([1]);
    const then = play(state, "b1 w1");
    expect(then.failed.map(({ index }) => index)).toEqual([0]);
    expect(phaseOf(then)).toBe("finished");
  });

  it("can be sent again with all that failed", () => {
    const failed = play(four(), "b0 b1 f0 l1 b2 w2 b3 w3");
    const state = reduce(failed, { type: "retry", indexes: [0, 1] });
    const then = play(state, "b0 w0 b1 w1");
    expect(hasRest(then)).toBe(false);
    expect(then.written).toBe(100);
  });

  it("is not sent twice for being asked twice", () => {
    const state = play(four(), "b0 f0 a0 a0 b0 a0");
    expect(state.again).toEqual([]);
    expect(state.underWay).toEqual([0]);
  });
});

describe("a chunk of which some parts failed", () => {
  const rest = { lines: 5, payload: ["x"], reasons: ["x is invalid", "y is invalid"] };
  const partly = () =>
    reduce(play(begin([10, 20]), "b0 b1 w1"), {
      type: "taken",
      index: 0,
      outcome: { written: 3, unchanged: 2, rest },
    });

  it("counts the lines that are stored, and fails with the rest alone", () => {
    const state = partly();
    expect([state.written, state.unchanged, linesFailed(state), linesDone(state), linesTotal(state)]).toEqual([
      23, 2, 5, 30, 30,
    ]);
    const reason = "x is invalid\ny is invalid";
    expect(state.failed).toEqual([{ index: 0, kind: "line", reason, reasons: rest.reasons }]);
    expect([phaseOf(state), hasRest(state)]).toEqual(["finished", true]);
  });

  it("is complete once the rest is written", () => {
    const state = play(partly(), "a0 b0 w0");
    expect([state.written, state.unchanged, linesFailed(state), hasRest(state)]).toEqual([28, 2, 0, false]);
  });
});

describe("when the connection is cut", () => {
  const cut = () => play(begin(Array.from({ length: 10 }, () => 1)), "b0 w0 b1 b2 b3 b4 l1 l2 l3 l4");

  it(`after ${LOST_AFTER} lost calls in a row nothing more is begun`, () => {
    const state = cut();
    expect([state.halt, phaseOf(state), toBegin(state)]).toEqual(["lost", "halted", []]);
  });

  it("what was written stays written, and Resume sends the rest with what was lost", () => {
    const state = play(cut(), "r");
    expect(state.written).toBe(1);
    expect(state.failed).toEqual([]);
    expect(toBegin(state)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(phaseOf(state)).toBe("sending");
  });

  it("Resume leaves what is wrong by itself", () => {
    const state = play(cut(), "r b1 f1 s r");
    expect(state.failed.map(({ index }) => index)).toEqual([1]);
  });

  it("a single chunk sent again tries the connection, and all goes on when it is back", () => {
    const state = play(cut(), "a1");
    expect(toBegin(state)[0]).toBe(1);
    expect(state.halt).toBeNull();
  });

  it.each([
    ["one chunk", 1, "b0 l0"],
    ["two", 2, "b0 b1 l0 l1"],
    ["as many as are sent at once", 4, "b0 b1 b2 b3 l0 l1 l2 l3"],
  ])("a file of %s is halted too, and resumed whole", (_, count, story) => {
    const state = play(begin(Array.from({ length: count }, () => 1)), story);
    expect([state.halt, phaseOf(state)]).toEqual(["lost", "halted"]);
    expect(toBegin(play(state, "r"))).toHaveLength(count);
  });

  it("a lost call now and then does not stop the rest", () => {
    const state = play(begin(Array.from({ length: 10 }, () => 1)), "b0 b1 b2 b3 b4 l0 l1 w2 l3 l4");
    expect(state.halt).toBeNull();
  });
});

describe("stop and resume", () => {
  it("what is under way is waited for", () => {
    const state = play(four(), "b0 b1 s");
    expect(phaseOf(state)).toBe("halting");
    expect(phaseOf(play(state, "w0 w1"))).toBe("halted");
  });

  it("goes on where it stopped", () => {
    const state = play(four(), "b0 b1 s w0 w1 r");
    expect([phaseOf(state), toBegin(state)]).toEqual(["sending", [2, 3]]);
  });

  it("stopping what is over does nothing", () => {
    expect(phaseOf(play(four(), "b0 w0 b1 w1 b2 w2 b3 w3 s"))).toBe("finished");
  });

  it("stopped while the last ones were under way, it is finished with them", () => {
    expect(phaseOf(play(four(), "b0 b1 b2 b3 s w0 w1 w2 w3"))).toBe("finished");
  });
});

it("a refusal of the person stops all: nothing of the file would be taken", () => {
  const state = play(four(), "b0 b1 x0");
  expect([state.halt, phaseOf(state), phaseOf(play(state, "x1"))]).toEqual(["refused", "halting", "halted"]);
});

it("however answers and failures come, no chunk is lost or sent twice at once", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let random = seed;
    const roll = (sides: number) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      return Math.floor((random / 2147483648) * sides);
    };
    let state = begin(Array.from({ length: 40 }, () => 1));
    for (let step = 0; step < 2000 && hasRest(state); step += 1) {
      for (const index of toBegin(state)) {
        expect(state.underWay).not.toContain(index);
        state = reduce(state, { type: "begun", index });
      }
      expect(state.underWay.length).toBeLessThanOrEqual(6);
      const index = state.underWay[roll(Math.max(1, state.underWay.length))];
      if (index === undefined) {
        const indexes = state.failed.map((failure) => failure.index);
        state = reduce(state, roll(2) ? { type: "resume" } : { type: "retry", indexes });
      } else {
        const kind = (["line", "lost", "refused"] as const)[roll(12)];
        state = reduce(
          state,
          kind ? { type: "failed", index, kind, reason: "no" } : { type: "taken", index, outcome: "written" },
        );
        if (roll(15) === 0) state = reduce(state, { type: "stop" });
      }
    }
    expect(state.written).toBe(40);
    expect(phaseOf(state)).toBe("finished");
  }
});
