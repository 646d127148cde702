import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { deploy, BATCH_SIZE, type DeploymentApi, type DeploymentRequest, type UpdateResponse } from "./deploy";

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

/** A fake API whose updates succeed, except for the given fridges. */
function fakeApi(failing: readonly string[] = [], overrides: Partial<ReturnType<typeof apiReturning>> = {}) {
  const respond = ({ fridges: requested }: { readonly fridges: readonly string[] }): UpdateResponse => ({
    updated: requested.filter((id) => !failing.includes(id)).map((pk) => ({ pk })),
    failed: requested.filter((id) => failing.includes(id)).map((fridge) => ({ fridge, message: "It broke" })),
  });
  return { ...apiReturning(respond), ...overrides };
}

function apiReturning(respond: (request: { readonly fridges: readonly string[] }) => UpdateResponse) {
  return {
    update: vi.fn<DeploymentApi["update"]>(async (request) => respond(request)),
    putPilot: vi.fn<DeploymentApi["putPilot"]>(async () => true),
  };
}

const runDeploy = (
  request: Partial<DeploymentRequest>,
  api: DeploymentApi,
  onProgress: (done: number) => void = () => undefined,
) => deploy({ fridges: fridges(3), software: null, pilot: null, ...request }, api, onProgress);

describe("deploy (SWR-8)", () => {
  it("sends the software first, then the pilot with active set to true", async () => {
    const api = fakeApi();
    const result = await runDeploy({ software: SOFTWARE, pilot: PILOT }, api);
    expect(result).toEqual({ versions: { outcome: "success" }, pilots: { outcome: "success" } });
    expect(api.update).toHaveBeenCalledWith({ ...SOFTWARE, fridges: fridges(3) });
    expect(api.putPilot).toHaveBeenCalledWith({ ...PILOT, active: true, fridgeIds: fridges(3) });
    expect(api.update.mock.invocationCallOrder[0]).toBeLessThan(api.putPilot.mock.invocationCallOrder[0] ?? 0);
  });

  it("lists the failed fridges and saves no pilot if not all fridges are updated", async () => {
    const api = fakeApi(["F2"]);
    const result = await runDeploy({ software: SOFTWARE, pilot: PILOT }, api);
    const failed = [{ fridge: "F2", message: "It broke" }];
    expect(result).toEqual({ versions: { outcome: "failure", failed }, pilots: { outcome: "notApplicable" } });
    expect(api.putPilot).not.toHaveBeenCalled();
  });

  it("counts a fridge that is missing from the response as failed", async () => {
    const api = fakeApi([], { update: vi.fn(async () => ({ updated: [{ pk: "F1" }], failed: [] })) });
    const result = await runDeploy({ software: SOFTWARE }, api);
    expect(result.versions).toEqual({ outcome: "failure", failed: [{ fridge: "F2" }, { fridge: "F3" }] });
  });

  it("is not applicable for a table without a request", async () => {
    expect(await runDeploy({ software: SOFTWARE }, fakeApi())).toEqual({
      versions: { outcome: "success" },
      pilots: { outcome: "notApplicable" },
    });
    expect(await runDeploy({ pilot: PILOT }, fakeApi())).toEqual({
      versions: { outcome: "notApplicable" },
      pilots: { outcome: "success" },
    });
  });

  it("returns the server's error message of a failed update", async () => {
    const reject = vi.fn(async () =>
      Promise.reject(new ApiError("invalid", "There is no version 1.2 of FRIDGE_AGENT")),
    );
    const result = await runDeploy({ software: SOFTWARE, pilot: PILOT }, fakeApi([], { update: reject }));
    expect(result.versions).toEqual({
      outcome: "failure",
      error: "There is no version 1.2 of FRIDGE_AGENT",
      failed: [],
    });
    expect(result.pilots).toEqual({ outcome: "notApplicable" });
  });

  it("returns the server's message for a pilot, or that the PutItem operation failed", async () => {
    const rejectingApi = (error: Error) => fakeApi([], { putPilot: vi.fn(async () => Promise.reject(error)) });
    const pilotError = async (api: DeploymentApi) => {
      const { pilots } = await runDeploy({ pilot: PILOT }, api);
      return pilots.outcome === "failure" ? pilots.error : undefined;
    };
    const conflict = new ApiError("conflict", "Another user saved pilot canary first. Your changes were not saved.");
    expect(await pilotError(rejectingApi(conflict))).toBe(
      "Another user saved pilot canary first. Your changes were not saved.",
    );
    const failed = "The PutItem operation failed in the lambda function.";
    expect(await pilotError(rejectingApi(new ApiError("unavailable")))).toBe(failed);
    expect(await pilotError(fakeApi([], { putPilot: vi.fn(async () => false) }))).toBe(failed);
  });
});

describe("a deployment to many fridges", () => {
  const many = fridges(1000);

  it("runs in batches, reports progress and lists the failed fridges of 1,000", async () => {
    const failing = ["F1", "F250", "F251", "F500", "F777", "F999", "F1000"];
    const api = fakeApi(failing);
    const onProgress = vi.fn();
    const { versions } = await runDeploy({ fridges: many, software: SOFTWARE }, api, onProgress);
    expect(api.update).toHaveBeenCalledTimes(1000 / BATCH_SIZE);
    expect(onProgress.mock.calls.flat()).toEqual([0, 250, 500, 750]);
    expect(versions).toEqual({
      outcome: "failure",
      failed: failing.map((fridge) => ({ fridge, message: "It broke" })),
    });
  });

  it("retries a batch after a network error", async () => {
    const api = fakeApi();
    api.update.mockRejectedValueOnce(new ApiError("network"));
    expect((await runDeploy({ software: SOFTWARE }, api)).versions).toEqual({ outcome: "success" });
  });

  it("stops at a batch that fails twice and lists the remaining fridges as failed", async () => {
    const api = fakeApi();
    const busy = new ApiError("unavailable", "Larder is busy at the moment. Please try again.");
    api.update.mockImplementation(async (request) => {
      if (request.fridges[0] !== "F1") throw busy;
      return { updated: request.fridges.map((pk) => ({ pk })), failed: [] };
    });
    const { versions } = await runDeploy({ fridges: many, software: SOFTWARE }, api);
    expect(api.update).toHaveBeenCalledTimes(3);
    expect(versions).toEqual({
      outcome: "failure",
      error: busy.message,
      failed: many.slice(BATCH_SIZE).map((fridge) => ({ fridge })),
    });
  });
});
