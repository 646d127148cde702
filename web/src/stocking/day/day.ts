/**
 * Queries for a stocking day: the planned stops and the reported activity. Parts are read concurrently. A part that fails
 * keeps its previous data and adds a message (STK-6).
 */
import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { messageOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import type { DriverAction, SlipOfStop } from "../rules/stopStatus";
import { dayStore } from "../../api/dayStore";
import { actionPages, STATUS_ACTIONS, type StatusAction } from "./actions";
import { getDriverActionDocument, getPackingSlipsV3Document } from "./operations.generated";
import { mapSettled } from "../../api/mapSettled";
import { rowsOf } from "../../lib/userCache";
import { readAllPages, type PageOf } from "./pages";

/** Concurrent reads. */
const CONCURRENCY = 4;

/** The packing slips and driver actions of a day. */
export interface DayActivity {
  readonly slips: readonly SlipOfStop[];
  readonly actions: Readonly<Partial<Record<StatusAction, readonly DriverAction[]>>>;
  /** Messages for the parts whose last read failed (STK-6). */
  readonly failures: readonly string[];
  /** Whether all pages are loaded. */
  readonly complete: boolean;
}

export const NO_ACTIVITY: DayActivity = { slips: [], actions: {}, failures: [], complete: false };

const store = dayStore<DayActivity>({
  key: "stocking/activity",
  schema: `2 ${getPackingSlipsV3Document.text} ${getDriverActionDocument.text}`,
  data: v.object({
    slips: rowsOf<SlipOfStop>(),
    actions: v.record(v.picklist(STATUS_ACTIONS), rowsOf<DriverAction>()),
    failures: v.array(v.string()),
    complete: v.boolean(),
  }),
});

export function dayActivityQuery(user: string, day: string) {
  const queryKey = ["stocking", "activity", day] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      store.read({
        client,
        queryKey,
        user,
        day,
        load: (publish) =>
          readDayActivity(day, client.getQueryData<DayActivity>(queryKey) ?? NO_ACTIVITY, publish, signal),
        isKept: ({ failures }) => failures.length === 0,
      }),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}

/** Reads the first page of each part, then the further pages. `publish` gets the parts with their first pages. */
async function readDayActivity(
  day: string,
  before: DayActivity,
  publish: (partial: DayActivity) => void,
  signal: AbortSignal,
): Promise<DayActivity> {
  const started = await mapSettled(PARTS, CONCURRENCY, (part) => startPart(part, day, signal));
  signal.throwIfAborted();
  const first = started.flatMap((result) => (result.ok ? [result.value.first] : []));
  const isComplete = started.every((result) => result.ok && result.value.readRest === null);
  if (first.length > 0 && !isComplete) publish({ ...mergeParts(before, first), failures: [], complete: false });

  const results = await mapSettled(started, CONCURRENCY, async (result): Promise<LoadedPart> => {
    if (!result.ok) throw result.error;
    const { first: loaded, readRest } = result.value;
    return readRest ? readRest() : loaded;
  });
  // A canceled query is not a failure.
  signal.throwIfAborted();
  const failed = PARTS.flatMap((part, index) => {
    const result = results[index];
    return result && !result.ok ? [{ part, error: result.error }] : [];
  });
  // If every part fails, the query fails as a whole.
  if (failed.length === PARTS.length) throw failed[0]?.error;
  const loaded = results.flatMap((result) => (result.ok ? [result.value] : []));
  return { ...mergeParts(before, loaded), failures: failureMessages(failed), complete: true };
}

const PARTS = ["slips", ...STATUS_ACTIONS] as const;
type Part = (typeof PARTS)[number];
type LoadedPart = Partial<Pick<DayActivity, "slips" | "actions">>;

interface StartedPart {
  /** The part with its first page. */
  readonly first: LoadedPart;
  /** Reads the further pages and returns the whole part; null if there are none. */
  readonly readRest: (() => Promise<LoadedPart>) | null;
}

function startPart(part: Part, day: string, signal: AbortSignal): Promise<StartedPart> {
  return part === "slips"
    ? startPages(slipPages(day, signal), (slips) => ({ slips }))
    : startPages(actionPages(part, day, signal), (actions) => ({ actions: { [part]: actions } }));
}

async function startPages<Item>(
  readPage: (nextToken: string | null) => Promise<PageOf<Item>>,
  toPart: (items: readonly Item[]) => LoadedPart,
): Promise<StartedPart> {
  const { items, nextToken } = await readPage(null);
  return {
    first: toPart(items),
    readRest: nextToken === null ? null : async () => toPart([...items, ...(await readAllPages(readPage, nextToken))]),
  };
}

function mergeParts(before: Pick<DayActivity, "slips" | "actions">, parts: readonly LoadedPart[]) {
  return {
    slips: parts.find(({ slips }) => slips)?.slips ?? before.slips,
    actions: parts.reduce<DayActivity["actions"]>((all, { actions }) => ({ ...all, ...actions }), before.actions),
  };
}

function slipPages(day: string, signal: AbortSignal) {
  const filter = { dropOffDate: day };
  return async (nextToken: string | null): Promise<PageOf<SlipOfStop>> =>
    (await graphql(getPackingSlipsV3Document, { filter, nextToken }, { signal })).getPackingSlipsV3;
}

interface FailedPart {
  readonly part: Part;
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
