import { describe, expect, it } from "vitest";
import { ApiError } from "../../api/errors";
import { AT_ONCE, sendRows, type Outcome } from "./sendRows";

const LOST = new ApiError("network");

function run(rows: readonly string[], create: (row: string, unanswered: boolean) => Promise<void>, more = {}) {
  const outcomes = new Map<string, Outcome | null>();
  const ended = sendRows({
    rows,
    create,
    wasUnanswered: () => false,
    report: (row, outcome) => void outcomes.set(row, outcome),
    signal: new AbortController().signal,
    wait: async () => undefined,
    ...more,
  });
  return ended.then((halt) => ({ halt, outcomes }));
}
const rows = (count: number) => Array.from({ length: count }, (_, index) => `L${index}`);

describe("creating many locations", () => {
  it(`goes on ${AT_ONCE} at a time`, async () => {
    let underWay = 0;
    let most = 0;
    const { halt, outcomes } = await run(rows(40), async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
    });
    expect(most).toBe(6);
    expect(halt).toBeNull();
    expect([...outcomes.values()].every((outcome) => outcome?.state === "created")).toBe(true);
  });

  it("keeps a row that the server refuses, with its words, and goes on", async () => {
    const { halt, outcomes } = await run(rows(3), async (row) => {
      if (row === "L1") throw new ApiError("invalid", "zipCode cannot be empty");
    });
    expect(halt).toBeNull();
    expect(outcomes.get("L1")).toEqual({ state: "failed", message: "zipCode cannot be empty", unanswered: false });
    expect(outcomes.get("L2")).toEqual({ state: "created" });
  });

  it("tries again what had no answer, saying so", async () => {
    const attempts: boolean[] = [];
    const { outcomes } = await run(["L0"], async (_row, unanswered) => {
      attempts.push(unanswered);
      if (attempts.length < 3) throw LOST;
    });
    expect(attempts).toEqual([false, true, true]);
    expect(outcomes.get("L0")).toEqual({ state: "created" });
  });

  it("remembers of a row that failed whether it may have been written", async () => {
    const { outcomes } = await run(["L0"], async () => {
      throw LOST;
    });
    expect(outcomes.get("L0")).toMatchObject({ state: "failed", unanswered: true });
    const seen: boolean[] = [];
    await run(["L0"], async (_row, unanswered) => void seen.push(unanswered), { wasUnanswered: () => true });
    expect(seen).toEqual([true]);
  });

  it("begins nothing more when the connection is gone; what was not begun is as before", async () => {
    const { halt, outcomes } = await run(rows(500), async () => {
      throw LOST;
    });
    expect(halt?.why).toBe("lost");
    const failed = [...outcomes.values()].filter((outcome) => outcome?.state === "failed");
    expect(failed.length).toBeLessThan(3 * AT_ONCE);
    expect(outcomes.get("L499")).toBeNull();
  });

  it("begins nothing more when one is refused as all would be", async () => {
    const { halt, outcomes } = await run(rows(50), async () => {
      throw new ApiError("forbidden", "Error! User Action Prohibited!");
    });
    expect(halt).toEqual({ why: "refused", message: "Error! User Action Prohibited!" });
    expect([...outcomes.values()].every((outcome) => outcome === null)).toBe(true);
  });

  it("stops when told to, after those under way", async () => {
    const stop = new AbortController();
    const { halt, outcomes } = await run(
      rows(50),
      async (row) => {
        if (row === "L6") stop.abort();
        await Promise.resolve();
      },
      { signal: stop.signal },
    );
    expect(halt?.why).toBe("stopped");
    expect(outcomes.get("L6")).toEqual({ state: "created" });
    expect(outcomes.get("L49")).toBeNull();
  });
});
