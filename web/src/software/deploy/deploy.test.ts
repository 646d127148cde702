import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { deploy, PER_CALL, type Answer, type Calls, type Order } from "./deploy";

const SOFTWARE = { artifactType: "FRIDGE_AGENT", version: "1.2" } as const;
const PILOT = {
  id: "canary",
  displayName: "Canary",
  stage: 1,
  startDate: "2026-11-21",
  endDate: "2026-12-05",
  description: "First in few",
  active: true,
  version: null,
};
const fridges = (count: number) => Array.from({ length: count }, (_, index) => `F${index + 1}`);

/** Calls that succeed but for the fridges named. */
function calls(failing: readonly string[] = [], others: Partial<ReturnType<typeof fakes>> = {}) {
  const answer = ({ fridges: some }: { readonly fridges: readonly string[] }): Answer => ({
    updated: some.filter((id) => !failing.includes(id)).map((pk) => ({ pk })),
    failed: some.filter((id) => failing.includes(id)).map((fridge) => ({ fridge, message: "It broke" })),
  });
  return { ...fakes(answer), ...others };
}

function fakes(answer: (order: { readonly fridges: readonly string[] }) => Answer) {
  return {
    update: vi.fn<Calls["update"]>(async (order) => answer(order)),
    putPilot: vi.fn<Calls["putPilot"]>(async () => true),
  };
}

const run = (order: Partial<Order>, using: Calls, onProgress: (done: number) => void = () => undefined) =>
  deploy({ fridges: fridges(3), software: null, pilot: null, ...order }, using, onProgress);

describe("spec 4.1, deployment flow", () => {
  it("sends the software first, then the pilot with active set to true", async () => {
    const using = calls();
    const result = await run({ software: SOFTWARE, pilot: PILOT }, using);
    expect(result).toEqual({ versions: { outcome: "success" }, pilots: { outcome: "success" } });
    expect(using.update).toHaveBeenCalledWith({ ...SOFTWARE, fridges: fridges(3) });
    expect(using.putPilot).toHaveBeenCalledWith({ ...PILOT, active: true, fridgeIds: fridges(3) });
    expect(using.update.mock.invocationCallOrder[0]).toBeLessThan(using.putPilot.mock.invocationCallOrder[0] ?? 0);
  });

  it("fails with the fridges that failed where fewer are updated than requested, and saves no pilot", async () => {
    const using = calls(["F2"]);
    const result = await run({ software: SOFTWARE, pilot: PILOT }, using);
    const failed = [{ fridge: "F2", message: "It broke" }];
    expect(result).toEqual({ versions: { outcome: "failure", failed }, pilots: { outcome: "notApplicable" } });
    expect(using.putPilot).not.toHaveBeenCalled();
  });

  it("counts a fridge of which nothing is told as failed", async () => {
    const using = calls([], { update: vi.fn(async () => ({ updated: [{ pk: "F1" }], failed: [] })) });
    const result = await run({ software: SOFTWARE }, using);
    expect(result.versions).toEqual({ outcome: "failure", failed: [{ fridge: "F2" }, { fridge: "F3" }] });
  });

  it("is N/A for what was not asked for", async () => {
    expect(await run({ software: SOFTWARE }, calls())).toEqual({
      versions: { outcome: "success" },
      pilots: { outcome: "notApplicable" },
    });
    expect(await run({ pilot: PILOT }, calls())).toEqual({
      versions: { outcome: "notApplicable" },
      pilots: { outcome: "success" },
    });
  });

  it("shows the backend's first error message of an update", async () => {
    const refuse = vi.fn(async () =>
      Promise.reject(new ApiError("invalid", "There is no version 1.2 of FRIDGE_AGENT")),
    );
    const result = await run({ software: SOFTWARE, pilot: PILOT }, calls([], { update: refuse }));
    expect(result.versions).toEqual({
      outcome: "failure",
      error: "There is no version 1.2 of FRIDGE_AGENT",
      failed: [],
    });
    expect(result.pilots).toEqual({ outcome: "notApplicable" });
  });

  it("shows the backend's message of a pilot, or says that the PutItem operation failed", async () => {
    const refusing = (error: Error) => calls([], { putPilot: vi.fn(async () => Promise.reject(error)) });
    const error = async (using: Calls) => {
      const { pilots } = await run({ pilot: PILOT }, using);
      return pilots.outcome === "failure" ? pilots.error : undefined;
    };
    const conflict = new ApiError("conflict", "Somebody else saved pilot canary meanwhile.");
    expect(await error(refusing(conflict))).toBe("Somebody else saved pilot canary meanwhile.");
    const failed = "The PutItem operation failed in the lambda function.";
    expect(await error(refusing(new ApiError("unavailable")))).toBe(failed);
    expect(await error(calls([], { putPilot: vi.fn(async () => false) }))).toBe(failed);
  });
});

describe("a deployment to many fridges", () => {
  const many = fridges(1000);

  it("goes in parts, tells of its progress, and says which of 1,000 failed", async () => {
    const failing = ["F1", "F250", "F251", "F500", "F777", "F999", "F1000"];
    const [using, progress] = [calls(failing), vi.fn()];
    const { versions } = await run({ fridges: many, software: SOFTWARE }, using, progress);
    expect(using.update).toHaveBeenCalledTimes(1000 / PER_CALL);
    expect(progress.mock.calls.flat()).toEqual([0, 250, 500, 750]);
    expect(versions).toEqual({
      outcome: "failure",
      failed: failing.map((fridge) => ({ fridge, message: "It broke" })),
    });
  });

  it("tries a part again that did not get through", async () => {
    const using = calls();
    using.update.mockRejectedValueOnce(new ApiError("network"));
    expect((await run({ software: SOFTWARE }, using)).versions).toEqual({ outcome: "success" });
  });

  it("ends at a part that fails twice, and says which fridges have nothing of it", async () => {
    const using = calls();
    const busy = new ApiError("unavailable", "Larder is busy at the moment. Please try again.");
    using.update.mockImplementation(async (order) => {
      if (order.fridges[0] !== "F1") throw busy;
      return { updated: order.fridges.map((pk) => ({ pk })), failed: [] };
    });
    const { versions } = await run({ fridges: many, software: SOFTWARE }, using);
    expect(using.update).toHaveBeenCalledTimes(3);
    expect(versions).toEqual({
      outcome: "failure",
      error: busy.message,
      failed: many.slice(PER_CALL).map((fridge) => ({ fridge })),
    });
  });
});
