/**
 * Queries for a stocking day: the planned stops and the reported activity. Parts are read concurrently. A part that fails
 * keeps its previous data and adds a message (STK-6).
 */
import { queryOptions } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import type { DriverAction, SlipOfStop } from "../rules/stopStatus";
import { readActions, STATUS_ACTIONS, type StatusAction } from "./actions";
import { getPackingSlipsV3Document } from "./operations.generated";
import { mapSettled } from "../../api/mapSettled";
import { readAllPages } from "./pages";

/** Concurrent reads. */
const CONCURRENCY = 4;

/** The packing slips and driver actions of a day. */
export interface DayActivity {
  readonly slips: readonly SlipOfStop[];
  readonly actions: Readonly<Partial<Record<StatusAction, readonly DriverAction[]>>>;
  /** Messages for the parts whose last read failed (STK-6). */
  readonly failures: readonly string[];
}

export const NO_ACTIVITY: DayActivity = { slips: [], actions: {}, failures: [] };

export function dayActivityQuery(day: string) {
  const queryKey = ["stocking", "activity", day] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      readDayActivity(day, client.getQueryData<DayActivity>(queryKey) ?? NO_ACTIVITY, signal),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}

async function readDayActivity(day: string, before: DayActivity, signal: AbortSignal): Promise<DayActivity> {
  const parts = ["slips", ...STATUS_ACTIONS] as const;
  const results = await mapSettled(parts, CONCURRENCY, async (part): Promise<Partial<DayActivity>> =>
    part === "slips"
      ? { slips: await readSlips(day, signal) }
      : { actions: { [part]: await readActions(part, day, signal) } },
  );
  // A canceled query is not a failure.
  signal.throwIfAborted();
  const failed = parts.flatMap((part, index) => {
    const result = results[index];
    return result && !result.ok ? [{ part, error: result.error }] : [];
  });
  // If every part fails, the query fails as a whole.
  if (failed.length === parts.length) throw failed[0]?.error;
  const loaded = results.flatMap((result) => (result.ok ? [result.value] : []));
  return {
    slips: loaded.find(({ slips }) => slips)?.slips ?? before.slips,
    actions: loaded.reduce<DayActivity["actions"]>((all, { actions }) => ({ ...all, ...actions }), before.actions),
    failures: failureMessages(failed),
  };
}

async function readSlips(day: string, signal: AbortSignal): Promise<readonly SlipOfStop[]> {
  const filter = { dropOffDate: day };
  return readAllPages(
    async (nextToken) =>
      (await graphql(getPackingSlipsV3Document, { filter, nextToken }, { signal })).getPackingSlipsV3,
  );
}

interface FailedPart {
  readonly part: "slips" | StatusAction;
  readonly error: unknown;
}

/** Action types without which the status of most stops is wrong. */
const STOCKED_OR_QUERIED: readonly string[] = ["LocationStocked", "PackingSlipQuery"];

function failureMessages(failed: readonly FailedPart[]): readonly string[] {
  const slips = failed.find(({ part }) => part === "slips");
  const actions = failed.map(({ part }) => part).filter((part) => part !== "slips");
  const others = actions.filter((part) => !STOCKED_OR_QUERIED.includes(part));
  return [
    slips && `Failed fetching Packing Slips: ${messageOf(slips.error, "not available")}`,
    others.length < actions.length && "Error fetching stocked/queried locations. Some data may be missing.",
    others.length > 0 && `Something went wrong with fetching the following Driver Actions: ${others.join(", ")}`,
  ].filter((failure) => typeof failure === "string");
}
