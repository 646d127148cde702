/** Reads a day's packing slips with driver reports and decisions, and overrides drops. */
import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { graphql } from "../../api/graphql";
import type { DriverActionFilter, DriverActionType } from "../../api/schema";
import { dayStore } from "../../api/dayStore";
import { rowsOf } from "../../lib/userCache";
import { readAllPages, type PageOf } from "../day/pages";
import { stockingWindow } from "../rules/stockingDay";
import {
  createDriverActionDocument,
  getDriverActionDocument,
  getPackingSlipsV3Document,
  GetPackingSlipsDocument,
  locationRoutesDocument,
  type DropActionFragment,
  type DropSlipFragment,
  type DropStopFragment,
} from "./operations.generated";

export type DropSlip = DropSlipFragment;
export type DropStop = DropStopFragment;
export type DropAction = DropActionFragment;

export interface DropDay {
  readonly stops: readonly DropStop[];
  readonly slips: readonly DropSlip[];
  readonly overrides: readonly DropAction[];
  readonly unreachable: readonly DropAction[];
  /** LocationStocked actions. */
  readonly stocked: readonly DropAction[];
  /** DropOffComplete actions. */
  readonly droppedOff: readonly DropAction[];
  /** Whether all pages were read at this visit. Otherwise a drop without an action may have one. */
  readonly complete: boolean;
}

const store = dayStore<DropDay>({
  key: "stocking/dropOff",
  schema: `2 ${GetPackingSlipsDocument.text}`,
  data: v.object({
    stops: rowsOf<DropStop>(),
    slips: rowsOf<DropSlip>(),
    overrides: rowsOf<DropAction>(),
    unreachable: rowsOf<DropAction>(),
    stocked: rowsOf<DropAction>(),
    droppedOff: rowsOf<DropAction>(),
    complete: v.boolean(),
  }),
  restore: (day) => ({ ...day, complete: false }),
});

export function dropDayKey(day: string) {
  return ["stocking", "dropOff", day] as const;
}

export function dropDayQuery(user: string, day: string) {
  const queryKey = dropDayKey(day);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      store.read({ client, queryKey, user, day, load: (publish) => readDay(day, publish, signal) }),
    structuralSharing: false,
  });
}

/** Reads the first page of all lists in one call and publishes it, then the further pages one after another. */
async function readDay(day: string, publish: (partial: DropDay) => void, signal: AbortSignal): Promise<DropDay> {
  const { begins, ends } = stockingWindow(day);
  const filterFor = (eventType: DriverActionType): DriverActionFilter => ({
    eventType,
    createdAt: begins.toISOString(),
    createdBefore: ends.toISOString(),
  });
  const filters = {
    routes: { stockingDate: day },
    slips: { dropOffDate: day },
    // Selects by drop-off date, because decisions can be made days before or after it.
    overrides: { eventType: "DropOverride", dropOffDate: day } satisfies DriverActionFilter,
    unreachable: filterFor("LocationUnreachable"),
    stocked: filterFor("LocationStocked"),
    droppedOff: filterFor("DropOffComplete"),
  };
  const first = await graphql(GetPackingSlipsDocument, filters, { signal });
  const { locationRoutes, getPackingSlipsV3, overrides, unreachable, stocked, droppedOff } = first;
  const lists = [locationRoutes, getPackingSlipsV3, overrides, unreachable, stocked, droppedOff];
  if (lists.some(({ nextToken }) => nextToken !== null)) {
    publish({
      stops: locationRoutes.routes,
      slips: getPackingSlipsV3.items,
      overrides: overrides.items,
      unreachable: unreachable.items,
      stocked: stocked.items,
      droppedOff: droppedOff.items,
      complete: false,
    });
  }
  const actions = (name: "overrides" | "unreachable" | "stocked" | "droppedOff") =>
    readAllPagesFrom(first[name], async (nextToken) => {
      const variables = { filter: filters[name], nextToken };
      return (await graphql(getDriverActionDocument, variables, { signal })).getDriverAction;
    });
  const { routes, nextToken } = locationRoutes;
  return {
    stops: await readAllPagesFrom({ items: routes, nextToken }, async (nextToken) => {
      const variables = { filter: filters.routes, nextToken };
      const page = (await graphql(locationRoutesDocument, variables, { signal })).locationRoutes;
      return { items: page.routes, nextToken: page.nextToken };
    }),
    slips: await readAllPagesFrom(getPackingSlipsV3, async (nextToken) => {
      const variables = { filter: filters.slips, nextToken };
      return (await graphql(getPackingSlipsV3Document, variables, { signal })).getPackingSlipsV3;
    }),
    overrides: await actions("overrides"),
    unreachable: await actions("unreachable"),
    stocked: await actions("stocked"),
    droppedOff: await actions("droppedOff"),
    complete: true,
  };
}

/** Merges new actions into a day. Ignores actions that it already contains. */
export function mergeActions(day: DropDay, actions: readonly DropAction[]): DropDay {
  const merge = (current: readonly DropAction[], eventType: DriverActionType) => {
    const keys = new Set(current.map(identityOf));
    return [...current, ...actions.filter((action) => action.eventType === eventType && !keys.has(identityOf(action)))];
  };
  return {
    ...day,
    overrides: merge(day.overrides, "DropOverride"),
    unreachable: merge(day.unreachable, "LocationUnreachable"),
    stocked: merge(day.stocked, "LocationStocked"),
    droppedOff: merge(day.droppedOff, "DropOffComplete"),
  };
}

function identityOf({ locationId, createdAt, user, data }: DropAction): string {
  return JSON.stringify([locationId, createdAt, user, data]);
}

/** Returns the items of a loaded first page and of all pages after it. */
function readAllPagesFrom<Item>(
  first: PageOf<Item>,
  readNext: (nextToken: string) => Promise<PageOf<Item>>,
): Promise<Item[]> {
  return readAllPages((nextToken) => (nextToken === null ? Promise.resolve(first) : readNext(nextToken)));
}

/** A decision about a drop. The server adds the user. */
export interface DropOverride {
  readonly dropStatus: string;
  readonly statusReason: string;
  readonly originalDropOffDate: string;
  readonly packingSlipId: string;
  readonly stockingIndex: number;
}

export async function overrideDrop(locationId: string, override: DropOverride): Promise<DropAction> {
  const input = { eventType: "DropOverride", locationId, data: JSON.stringify(override) } as const;
  return (await graphql(createDriverActionDocument, { input })).createDriverAction;
}
