import { describe, expect, it } from "vitest";
import { ApiError } from "../../api/errors";
import { CONCURRENCY, createRows, type Outcome } from "./createRows";

const NETWORK_ERROR = new ApiError("network");

function run(rows: readonly string[], create: (row: string, outcomeUnknown: boolean) => Promise<void>, overrides = {}) {
  const outcomes = new Map<string, Outcome | null>();
  const result = createRows({
    rows,
    create,
    hasUnknownOutcome: () => false,
    report: (row, outcome) => void outcomes.set(row, outcome),
    signal: new AbortController().signal,
    wait: async () => undefined,
    ...overrides,
  });
  return result.then((interruption) => ({ interruption, outcomes }));
}
const rows = (count: number) => Array.from({ length: count }, (_, index) => `L${index}`);

describe("createRows", () => {
  it(`creates at most ${CONCURRENCY} rows at the same time`, async () => {
    let running = 0;
    let maxRunning = 0;
    const { interruption, outcomes } = await run(rows(40), async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    });
    expect(maxRunning).toBe(6);
    expect(interruption).toBeNull();
    expect([...outcomes.values()].every((outcome) => outcome?.state === "created")).toBe(true);
  });

  it("reports a rejected row with the server's message and continues", async () => {
    const { interruption, outcomes } = await run(rows(3), async (row) => {
      if (row === "L1") throw new ApiError("invalid", "zipCode cannot be empty");
    });
    expect(interruption).toBeNull();
    expect(outcomes.get("L1")).toEqual({ state: "failed", message: "zipCode cannot be empty", outcomeUnknown: false });
    expect(outcomes.get("L2")).toEqual({ state: "created" });
  });

  it("retries a request without a response and marks its outcome as unknown", async () => {
    const attempts: boolean[] = [];
    const { outcomes } = await run(["L0"], async (_row, outcomeUnknown) => {
      attempts.push(outcomeUnknown);
      if (attempts.length < 3) throw NETWORK_ERROR;
    });
    expect(attempts).toEqual([false, true, true]);
    expect(outcomes.get("L0")).toEqual({ state: "created" });
  });

  it("reports whether a failed row may have been created", async () => {
    const { outcomes } = await run(["L0"], async () => {
      throw NETWORK_ERROR;
    });
    expect(outcomes.get("L0")).toMatchObject({ state: "failed", outcomeUnknown: true });
    const flags: boolean[] = [];
    await run(["L0"], async (_row, outcomeUnknown) => void flags.push(outcomeUnknown), {
      hasUnknownOutcome: () => true,
    });
    expect(flags).toEqual([true]);
  });

  it("skips the remaining rows when the connection is down", async () => {
    const { interruption, outcomes } = await run(rows(500), async () => {
      throw NETWORK_ERROR;
    });
    expect(interruption?.kind).toBe("noResponse");
    const failed = [...outcomes.values()].filter((outcome) => outcome?.state === "failed");
    expect(failed.length).toBeLessThan(3 * CONCURRENCY);
    expect(outcomes.get("L499")).toBeNull();
  });

  it("skips the remaining rows after a permission error", async () => {
    const { interruption, outcomes } = await run(rows(50), async () => {
      throw new ApiError("forbidden", "Error! User Action Prohibited!");
    });
    expect(interruption).toEqual({ kind: "rejected", message: "Error! User Action Prohibited!" });
    expect([...outcomes.values()].every((outcome) => outcome === null)).toBe(true);
  });

  it("stops after the running requests when aborted", async () => {
    const stop = new AbortController();
    const { interruption, outcomes } = await run(
      rows(50),
      async (row) => {
        if (row === "L6") stop.abort();
        await Promise.resolve();
      },
      { signal: stop.signal },
    );
    expect(interruption?.kind).toBe("stopped");
    expect(outcomes.get("L6")).toEqual({ state: "created" });
    expect(outcomes.get("L49")).toBeNull();
  });
});
