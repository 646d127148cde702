/** Executes a confirmed deployment: first the software, then the pilot if all fridges were updated (SWR-8). */
import { isTransient, messageOf } from "../../api/errors";
import type { ArtifactType } from "../../api/schema";

/** Fridges per call. A call takes a few seconds, so the progress bar moves. */
export const BATCH_SIZE = 250;
/** Shown if saving a pilot fails without a message from the server (SWR-10). */
const PUT_FAILED = "The PutItem operation failed in the lambda function.";
const UPDATE_FAILED = "An error occurred. Please report to the Technology team";

/** The result of the updates of one table. */
export type TableOutcome =
  | { readonly outcome: "success" }
  | { readonly outcome: "notApplicable" }
  | {
      readonly outcome: "failure";
      /** The failed fridges, each with the server's reason if it returned one. */
      readonly failed: readonly FailedFridge[];
      /** The error that stopped the update. */
      readonly error?: string | undefined;
    };

export interface FailedFridge {
  readonly fridge: string;
  readonly message?: string | undefined;
}

export interface DeploymentResult {
  readonly versions: TableOutcome;
  readonly pilots: TableOutcome;
}

export interface SoftwareTarget {
  readonly artifactType: ArtifactType;
  readonly version: string;
}

export interface PilotInput {
  readonly id: string;
  readonly displayName: string;
  readonly stage: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly description: string;
  readonly active: boolean;
  /** The stored version that the user saw; null for a new pilot. */
  readonly version: number | null;
}

export interface DeploymentRequest {
  readonly fridges: readonly string[];
  readonly software: SoftwareTarget | null;
  readonly pilot: PilotInput | null;
}

export interface UpdateResponse {
  readonly updated: readonly { readonly pk: string }[];
  readonly failed: readonly { readonly fridge: string; readonly message: string }[];
}

export interface DeploymentApi {
  readonly update: (request: SoftwareTarget & { readonly fridges: readonly string[] }) => Promise<UpdateResponse>;
  readonly putPilot: (pilot: PilotInput & { readonly fridgeIds: readonly string[] }) => Promise<boolean>;
}

const SUCCESS: TableOutcome = { outcome: "success" };
const NOT_APPLICABLE: TableOutcome = { outcome: "notApplicable" };

export async function deploy(
  { fridges, software, pilot }: DeploymentRequest,
  api: DeploymentApi,
  onProgress: (done: number) => void,
): Promise<DeploymentResult> {
  const versions = software
    ? await updateAll(fridges, (batch) => api.update({ ...software, fridges: batch }), onProgress)
    : NOT_APPLICABLE;
  if (versions.outcome === "failure" || !pilot) return { versions, pilots: NOT_APPLICABLE };
  return { versions, pilots: await savePilot({ ...pilot, fridgeIds: fridges }, api) };
}

/**
 * Updates fridges in sequential batches. Fridges that the server rejects do not stop the update; a failed call does, and
 * the remaining fridges count as failed.
 */
export async function updateAll(
  fridges: readonly string[],
  update: (fridges: readonly string[]) => Promise<UpdateResponse>,
  onProgress: (done: number) => void,
): Promise<TableOutcome> {
  const failed: FailedFridge[] = [];
  let error: string | undefined;
  for (let start = 0; start < fridges.length && error === undefined; start += BATCH_SIZE) {
    const batch = fridges.slice(start, start + BATCH_SIZE);
    onProgress(start);
    try {
      failed.push(...failedFridges(batch, await retryOnce(() => update(batch))));
    } catch (cause) {
      error = messageOf(cause, UPDATE_FAILED);
      failed.push(...fridges.slice(start).map((fridge) => ({ fridge })));
    }
  }
  if (error !== undefined) return { outcome: "failure", error, failed: failed.length === fridges.length ? [] : failed };
  return failed.length > 0 ? { outcome: "failure", failed } : SUCCESS;
}

/** Returns the requested fridges that are not in the `updated` list of the response. */
function failedFridges(requested: readonly string[], { updated, failed }: UpdateResponse): readonly FailedFridge[] {
  const done = new Set(updated.map(({ pk }) => pk));
  const reasons = new Map(failed.map(({ fridge, message }) => [fridge, message]));
  return requested.filter((fridge) => !done.has(fridge)).map((fridge) => ({ fridge, message: reasons.get(fridge) }));
}

/** Retries a call once after a transient error. Updates are idempotent. */
async function retryOnce<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isTransient(error)) return await call();
    throw error;
  }
}

async function savePilot(
  pilot: PilotInput & { readonly fridgeIds: readonly string[] },
  api: DeploymentApi,
): Promise<TableOutcome> {
  try {
    const saved = await retryOnce(() => api.putPilot(pilot));
    return saved ? SUCCESS : { outcome: "failure", failed: [], error: PUT_FAILED };
  } catch (error) {
    return { outcome: "failure", failed: [], error: messageOf(error, PUT_FAILED) };
  }
}
