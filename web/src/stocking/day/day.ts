/**
 * A stocking day as the dashboard has it: what is planned, and what was told of it. Parts are asked for side by side;
 * one that fails leaves what was known of it, and is told of beside the others (spec of fleet operations, section 8).
 */
import { queryOptions } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import { readLocationRoutes, LOCATION_ROUTES } from "../../routes/locationRoutes";
import type { Deed, SlipOfStop } from "../rules/stopStatus";
import { readActions, STATUS_ACTIONS, type StatusAction } from "./actions";
import { getPackingSlipsV3Document } from "./operations.generated";
import { allPages, settleAll } from "./pages";

/** Calls at once. */
const AT_ONCE = 4;

/** The planned stops of a day: they change when routes are uploaded. */
export function plannedStopsQuery(day: string) {
  return queryOptions({
    queryKey: [LOCATION_ROUTES, "stocking", day],
    queryFn: ({ signal }) => readLocationRoutes({ stockingDate: day }, signal),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}

/** What was told of a day. */
export interface Told {
  readonly slips: readonly SlipOfStop[];
  readonly actions: Readonly<Partial<Record<StatusAction, readonly Deed[]>>>;
  /** What could not be had this time, in the words of the spec. */
  readonly failures: readonly string[];
}

export const NOTHING_TOLD: Told = { slips: [], actions: {}, failures: [] };

export function toldQuery(day: string) {
  const queryKey = ["stocking", "told", day] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => readTold(day, client.getQueryData<Told>(queryKey) ?? NOTHING_TOLD, signal),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}

async function readTold(day: string, before: Told, signal: AbortSignal): Promise<Told> {
  const parts = ["slips", ...STATUS_ACTIONS] as const;
  const read = await settleAll(parts, AT_ONCE, async (part): Promise<Partial<Told>> =>
    part === "slips"
      ? { slips: await readSlips(day, signal) }
      : { actions: { [part]: await readActions(part, day, signal) } },
  );
  // The screen was left, or asked anew: nothing failed.
  signal.throwIfAborted();
  const failed = parts.flatMap((part, index) => {
    const ended = read[index];
    return ended && !ended.ok ? [{ part, error: ended.error }] : [];
  });
  // Nothing came at all: that is a failure of the whole, with its own words.
  if (failed.length === parts.length) throw failed[0]?.error;
  const results = read.flatMap((ended) => (ended.ok ? [ended.result] : []));
  return {
    slips: results.find(({ slips }) => slips)?.slips ?? before.slips,
    actions: results.reduce<Told["actions"]>((all, { actions }) => ({ ...all, ...actions }), before.actions),
    failures: failuresOf(failed),
  };
}

async function readSlips(day: string, signal: AbortSignal): Promise<readonly SlipOfStop[]> {
  const filter = { dropOffDate: day };
  return allPages(
    async (nextToken) =>
      (await graphql(getPackingSlipsV3Document, { filter, nextToken }, { signal })).getPackingSlipsV3,
  );
}

interface Failed {
  readonly part: "slips" | StatusAction;
  readonly error: unknown;
}

/** Without these the status of most stops is wrong. */
const STOCKED_OR_QUERIED: readonly string[] = ["LocationStocked", "PackingSlipQuery"];

function failuresOf(failed: readonly Failed[]): readonly string[] {
  const slips = failed.find(({ part }) => part === "slips");
  const actions = failed.map(({ part }) => part).filter((part) => part !== "slips");
  const others = actions.filter((part) => !STOCKED_OR_QUERIED.includes(part));
  return [
    slips && `Failed fetching Packing Slips: ${messageOf(slips.error, "they are not available")}`,
    others.length < actions.length && "Error fetching stocked/queried locations. Some data may be missing.",
    others.length > 0 && `Something went wrong with fetching the following Driver Actions: ${others.join(", ")}`,
  ].filter((failure) => typeof failure === "string");
}
