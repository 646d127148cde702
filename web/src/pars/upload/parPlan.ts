/** What is sent of a file of pars, and what became of it (spec of planning and reporting, sections 7 to 9). */
import type { ParMap } from "../../api/schema";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { UploadParMapsMutation } from "../operations.generated";
import type { ParValue } from "./parCheck";

/** Groups of one call. */
export const GROUPS = 500;
export const ISSUE = "Issue uploading CSV. Please try again.";
/** Groups that are named of a call of which some were refused. */
const NAMED = 3;

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

/** Not all groups of a call were written: its own words say which. */
export class NotAllWritten extends Error {}

/** @throws NotAllWritten; a result that is none is told in the spec's words */
export function outcomeOfCall(results: UploadParMapsMutation["uploadParMaps"]): ChunkOutcome {
  if (!results || results.length === 0) throw new NotAllWritten(ISSUE);
  const failed = results.filter(({ outcome }) => outcome === "REFUSED" || outcome === "FAILED");
  if (failed.length > 0) {
    const named = failed.slice(0, NAMED).map(({ group, errors }) => `${group} - has an error: ${errors.join(" ")}`);
    const rest = failed.length > NAMED ? [`And ${failed.length - NAMED} more groups`] : [];
    throw new NotAllWritten([...named, ...rest].join("\n"));
  }
  return results.every(({ outcome }) => outcome === "UNCHANGED") ? "unchanged" : "written";
}
