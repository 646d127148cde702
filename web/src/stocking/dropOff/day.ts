/** A day's packing slips, with what drivers told and dispatchers decided of them. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import type { DriverActionFilter, DriverActionType } from "../../api/schema";
import { allPages, type PageOf } from "../day/pages";
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
  /** LocationStocked. */
  readonly stocked: readonly DropAction[];
  /** DropOffComplete. */
  readonly droppedOff: readonly DropAction[];
}

export function dropDayKey(day: string) {
  return ["stocking", "dropOff", day] as const;
}

export function dropDayQuery(day: string) {
  return queryOptions({
    queryKey: dropDayKey(day),
    queryFn: ({ signal }) => readDay(day, signal),
    structuralSharing: false,
  });
}

/** All lists in one call; where they have more pages, those one after another. */
async function readDay(day: string, signal: AbortSignal): Promise<DropDay> {
  const { begins, ends } = stockingWindow(day);
  const within = (eventType: DriverActionType): DriverActionFilter => ({
    eventType,
    createdAt: begins.toISOString(),
    createdBefore: ends.toISOString(),
  });
  const filters = {
    routes: { stockingDate: day },
    slips: { dropOffDate: day },
    // Of the day's drops, whenever they were decided: days ahead, or days later.
    overrides: { eventType: "DropOverride", dropOffDate: day } satisfies DriverActionFilter,
    unreachable: within("LocationUnreachable"),
    stocked: within("LocationStocked"),
    droppedOff: within("DropOffComplete"),
  };
  const first = await graphql(GetPackingSlipsDocument, filters, { signal });
  const actions = (name: "overrides" | "unreachable" | "stocked" | "droppedOff") =>
    following(first[name], async (nextToken) => {
      const variables = { filter: filters[name], nextToken };
      return (await graphql(getDriverActionDocument, variables, { signal })).getDriverAction;
    });
  const { routes, nextToken } = first.locationRoutes;
  return {
    stops: await following({ items: routes, nextToken }, async (nextToken) => {
      const variables = { filter: filters.routes, nextToken };
      const page = (await graphql(locationRoutesDocument, variables, { signal })).locationRoutes;
      return { items: page.routes, nextToken: page.nextToken };
    }),
    slips: await following(first.getPackingSlipsV3, async (nextToken) => {
      const variables = { filter: filters.slips, nextToken };
      return (await graphql(getPackingSlipsV3Document, variables, { signal })).getPackingSlipsV3;
    }),
    overrides: await actions("overrides"),
    unreachable: await actions("unreachable"),
    stocked: await actions("stocked"),
    droppedOff: await actions("droppedOff"),
  };
}

/** The same with what happened since. An action that is known already changes nothing. */
export function withActions(day: DropDay, actions: readonly DropAction[]): DropDay {
  const merged = (known: readonly DropAction[], eventType: DriverActionType) => {
    const keys = new Set(known.map(identityOf));
    return [...known, ...actions.filter((action) => action.eventType === eventType && !keys.has(identityOf(action)))];
  };
  return {
    ...day,
    overrides: merged(day.overrides, "DropOverride"),
    unreachable: merged(day.unreachable, "LocationUnreachable"),
    stocked: merged(day.stocked, "LocationStocked"),
    droppedOff: merged(day.droppedOff, "DropOffComplete"),
  };
}

function identityOf({ locationId, createdAt, user, data }: DropAction): string {
  return JSON.stringify([locationId, createdAt, user, data]);
}

/** A list of which the first page is there. */
function following<Item>(first: PageOf<Item>, next: (nextToken: string) => Promise<PageOf<Item>>): Promise<Item[]> {
  return allPages((nextToken) => (nextToken === null ? Promise.resolve(first) : next(nextToken)));
}

/** What is decided about a drop; who decides is the server's to say. */
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
