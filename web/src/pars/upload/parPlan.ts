/** What is sent of a file of pars, and what became of it (spec of planning and reporting, sections 7 to 9). */
import type { ParMap } from "../../api/schema";
import type { CheckedLine } from "../../uploads/rules/checked";
import { outcomeOfParts, type Chunk, type ChunkOutcome, type PartResult } from "../../uploads/rules/chunk";
import type { UploadParMapsMutation } from "../operations.generated";
import type { ParValue } from "./parCheck";

/** Groups of one call. */
export const GROUPS = 500;
export const ISSUE = "Issue uploading CSV. Please try again.";

/** Each group of which anything is new, with all its items: what is stored is replaced whole. 500 are a call. */
export function planPars(lines: readonly CheckedLine<ParValue>[]): readonly Chunk<readonly ParMap[]>[] {
  const groups = new Map<string, { value: ParValue["group"]; pars: ParValue["par"][]; anythingNew: boolean }>();
  for (const { outcome, value } of lines) {
    if (!value) continue;
    const group = groups.get(value.group.key) ?? { value: value.group, pars: [], anythingNew: false };
    groups.set(value.group.key, group);
    if (outcome !== "removed") group.pars.push(value.par);
    if (outcome !== "unchanged") group.anythingNew = true;
  }
  const wanted = [...groups.values()].filter(({ anythingNew }) => anythingNew);
  // Neighbours together: the server finds the orders of those that lie side by side at once.
  wanted.sort((one, other) => (one.value.key < other.value.key ? -1 : 1));
  const chunks: Chunk<readonly ParMap[]>[] = [];
  for (let from = 0; from < wanted.length; from += GROUPS) {
    const some = wanted.slice(from, from + GROUPS);
    const label = some.length === 1 ? String(some[0]?.value.key) : `Groups ${from + 1} to ${from + some.length}`;
    const count = some.reduce((sum, { pars }) => sum + pars.length, 0);
    chunks.push({ label, lines: count, payload: some.map(({ value, pars }) => mapOf(value, pars)) });
  }
  return chunks;
}

function mapOf(group: ParValue["group"], pars: readonly ParValue["par"][]): ParMap {
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

/** The call had no result for one of its groups, which counts as a failure of all of it. */
export class NoResult extends Error {}

/**
 * The outcome of a call, by the result of each of its groups.
 *
 * @throws NoResult
 */
export function outcomeOfCall(groups: readonly ParMap[], results: Results): ChunkOutcome<readonly ParMap[]> {
  const parts = groups.map((item, index) => {
    const result = results?.[index];
    if (!result) throw new NoResult(ISSUE);
    return { item, lines: item.parsAndItems.length, result: resultOf(result) };
  });
  return outcomeOfParts(parts);
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
