/**
 * A deployment from its confirmation on (spec of fleet operations, 4.1): the software first; the pilot after it, and only
 * where every fridge was updated.
 */
import { isTransient, messageOf } from "../../api/errors";
import type { ArtifactType } from "../../api/schema";

/** Fridges in one call: some seconds, so that progress shows. */
export const PER_CALL = 250;
/** Said of a pilot that the server had no words for (section 8). */
const PUT_FAILED = "The PutItem operation failed in the lambda function.";
const UPDATE_FAILED = "An error occurred. Please report to the Technology team";

/** Whether the table was updated. */
export type Part =
  | { readonly outcome: "success" }
  | { readonly outcome: "notApplicable" }
  | {
      readonly outcome: "failure";
      /** The fridges that failed, each with the server's reason where it gave one. */
      readonly failed: readonly FailedFridge[];
      /** Instead of the list, or above it where a part was updated. */
      readonly error?: string | undefined;
    };

export interface FailedFridge {
  readonly fridge: string;
  readonly message?: string | undefined;
}

export interface Result {
  readonly versions: Part;
  readonly pilots: Part;
}

export interface SoftwareOrder {
  readonly artifactType: ArtifactType;
  readonly version: string;
}

export interface PilotOrder {
  readonly id: string;
  readonly displayName: string;
  readonly stage: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly description: string;
  readonly active: boolean;
  /** The version that was seen of it, if any. */
  readonly version: number | null;
}

export interface Order {
  readonly fridges: readonly string[];
  readonly software: SoftwareOrder | null;
  readonly pilot: PilotOrder | null;
}

export interface Answer {
  readonly updated: readonly { readonly pk: string }[];
  readonly failed: readonly { readonly fridge: string; readonly message: string }[];
}

export interface Calls {
  readonly update: (order: SoftwareOrder & { readonly fridges: readonly string[] }) => Promise<Answer>;
  readonly putPilot: (pilot: PilotOrder & { readonly fridgeIds: readonly string[] }) => Promise<boolean>;
}

const SUCCESS: Part = { outcome: "success" };
const NOT_APPLICABLE: Part = { outcome: "notApplicable" };

export async function deploy(order: Order, calls: Calls, onProgress: (done: number) => void): Promise<Result> {
  const { fridges, software, pilot } = order;
  const versions = software
    ? await updateAll(fridges, (some) => calls.update({ ...software, fridges: some }), onProgress)
    : NOT_APPLICABLE;
  if (versions.outcome === "failure" || !pilot) return { versions, pilots: NOT_APPLICABLE };
  return { versions, pilots: await savePilot({ ...pilot, fridgeIds: fridges }, calls) };
}

/** Some fridges after the others; what failed for some is told of these, and ends nothing. */
export async function updateAll(
  fridges: readonly string[],
  update: (fridges: readonly string[]) => Promise<Answer>,
  onProgress: (done: number) => void,
): Promise<Part> {
  const failed: FailedFridge[] = [];
  let error: string | undefined;
  for (let start = 0; start < fridges.length && error === undefined; start += PER_CALL) {
    const some = fridges.slice(start, start + PER_CALL);
    onProgress(start);
    try {
      failed.push(...failedOf(some, await twice(() => update(some))));
    } catch (fault) {
      error = messageOf(fault, UPDATE_FAILED);
      failed.push(...fridges.slice(start).map((fridge) => ({ fridge })));
    }
  }
  if (error !== undefined) return { outcome: "failure", error, failed: failed.length === fridges.length ? [] : failed };
  return failed.length > 0 ? { outcome: "failure", failed } : SUCCESS;
}

/** Those of whom no update was told. */
function failedOf(asked: readonly string[], { updated, failed }: Answer): readonly FailedFridge[] {
  const done = new Set(updated.map(({ pk }) => pk));
  const reasons = new Map(failed.map(({ fridge, message }) => [fridge, message]));
  return asked.filter((fridge) => !done.has(fridge)).map((fridge) => ({ fridge, message: reasons.get(fridge) }));
}

/** The same update twice does no harm. */
async function twice<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isTransient(error)) return await call();
    throw error;
  }
}

async function savePilot(pilot: PilotOrder & { readonly fridgeIds: readonly string[] }, calls: Calls): Promise<Part> {
  try {
    const saved = await twice(() => calls.putPilot(pilot));
    return saved ? SUCCESS : { outcome: "failure", failed: [], error: PUT_FAILED };
  } catch (error) {
    return { outcome: "failure", failed: [], error: messageOf(error, PUT_FAILED) };
  }
}
