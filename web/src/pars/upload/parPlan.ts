/** Plans the calls of a pars upload and reads their results (docs/requirements/planning.md, PAR-4 and PAR-5). */
import type { ParMap } from "../../api/schema";
import type { CheckedLine } from "../../uploads/rules/checked";
import { combineResults, type Chunk, type ChunkOutcome, type PartResult } from "../../uploads/rules/chunk";
import type { UploadParMapsMutation } from "../operations.generated";
import type { ParValue } from "./parCheck";

/** Maximum number of groups per call. */
export const GROUPS_PER_CALL = 500;
/** Maximum size of a call's groups. AppSync rejects requests over 5 MB. */
export const BYTES_PER_CALL = 3_500_000;
export const UPLOAD_ISSUE = "Issue uploading CSV. Please try again.";

/** Returns the groups that have changes, with all of their items, because the server replaces a stored group completely. */
export function planPars(lines: readonly CheckedLine<ParValue>[]): readonly Chunk<readonly ParMap[]>[] {
  const groups = new Map<string, { value: ParValue["group"]; pars: ParValue["par"][]; hasChanges: boolean }>();
  for (const { outcome, value } of lines) {
    if (!value) continue;
    const group = groups.get(value.group.key) ?? { value: value.group, pars: [], hasChanges: false };
    groups.set(value.group.key, group);
    if (outcome !== "removed") group.pars.push(value.par);
    if (outcome !== "unchanged") group.hasChanges = true;
  }
  const changed = [...groups.values()].filter(({ hasChanges }) => hasChanges);
  // Sorted by key, because the server reads the orders of neighboring groups in one query.
  changed.sort((one, other) => (one.value.key < other.value.key ? -1 : 1));
  const chunks: Chunk<readonly ParMap[]>[] = [];
  let from = 0;
  for (const batch of splitIntoCalls(changed.map(({ value, pars }) => toParMap(value, pars)))) {
    const label =
      batch.length === 1 ? String(changed[from]?.value.key) : `Groups ${from + 1} to ${from + batch.length}`;
    const count = batch.reduce((sum, { parsAndItems }) => sum + parsAndItems.length, 0);
    chunks.push({ label, lines: count, payload: batch });
    from += batch.length;
  }
  return chunks;
}

function splitIntoCalls(groups: readonly ParMap[]): readonly (readonly ParMap[])[] {
  const encoder = new TextEncoder();
  const calls: ParMap[][] = [];
  let bytes = 0;
  for (const group of groups) {
    const size = encoder.encode(JSON.stringify(group)).length;
    const call = calls.at(-1);
    if (call && call.length < GROUPS_PER_CALL && bytes + size <= BYTES_PER_CALL) {
      call.push(group);
      bytes += size;
    } else {
      calls.push([group]);
      bytes = size;
    }
  }
  return calls;
}

function toParMap(group: ParValue["group"], pars: readonly ParValue["par"][]): ParMap {
  const { location, deliveryDate, dropOffDate, jit, stockingIndex } = group;
  return {
    location,
    deliveryDate,
    dropOffDate,
    jit,
    stockingIndex,
    parsAndItems: pars.map(({ par, itemName }) => ({ pars: par, itemName })),
    overCapacityAmountsAndItems: pars.map(({ overCapacityAmount, itemName }) => ({ overCapacityAmount, itemName })),
    priorityBoostItems: pars.filter(({ priorityBoost }) => priorityBoost).map(({ itemName }) => itemName),
  };
}

type Results = UploadParMapsMutation["uploadParMaps"];

/** The response has no result for one of the groups. The whole call counts as failed. */
export class MissingResult extends Error {}

/**
 * Combines the results of the groups of a call.
 *
 * @throws MissingResult
 */
export function outcomeOfCall(groups: readonly ParMap[], results: Results): ChunkOutcome<readonly ParMap[]> {
  const parts = groups.map((item, index) => {
    const result = results?.[index];
    if (!result) throw new MissingResult(UPLOAD_ISSUE);
    return { item, lines: item.parsAndItems.length, result: resultOf(result) };
  });
  return combineResults(parts);
}

function resultOf({ group, outcome, errors }: NonNullable<Results>[number]): PartResult {
  switch (outcome) {
    case "CREATED":
    case "REPLACED":
      return "written";
    case "UNCHANGED":
      return "unchanged";
    case "REFUSED":
    case "FAILED":
      return { failed: `${group} - has an error: ${errors.join(" ")}` };
  }
}
