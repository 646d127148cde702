/** A small stocking day for tests of screens: two routes, what was packed, and what drivers told of it. */
import type { Answer } from "../../../test/server";
import type { RouteStop } from "../../routes/locationRoutes";
import { STATUS_ACTIONS, type ListedAction } from "../day/actions";
import type { StopHealth } from "../day/health";
import type { NewAction } from "../day/newActions";
import type { OpsLocation } from "../day/opsLocations";

export const DAY = "2026-11-21";

function stopAt(given: Partial<RouteStop>): RouteStop {
  return {
    stockingDate: DAY,
    market: "MW",
    id: "IL_0001",
    route: "amber",
    stop: 1,
    stockingIndex: 1,
    stopType: "STOCK",
    toteCountPerStop: null,
    toteCountPerRoute: null,
    ...given,
  };
}

export const STOPS = [
  stopAt({ route: "amber", id: "IL_0001", stop: 1 }),
  stopAt({ route: "amber", id: "IL_0002", stop: 2 }),
  stopAt({ route: "amber", id: "IL_0003", stop: 3 }),
  stopAt({ route: "birch", id: "NY_0004", stop: 1, market: "NE" }),
  stopAt({ route: "cedar", id: "IL_0005", stop: 1, stopType: "REMOVAL" }),
];

export function actionAt(given: Partial<ListedAction> = {}): ListedAction {
  return {
    eventType: "PackingSlipQuery",
    locationId: "IL_0001",
    data: "{}",
    createdAt: "2026-11-21T15:05:00.000Z",
    user: "ana@drivers.example",
    ...given,
  };
}

export const ACTIONS: readonly ListedAction[] = [
  actionAt(),
  actionAt({ eventType: "LocationStocked", createdAt: "2026-11-21T15:20:00.000Z" }),
  actionAt({ locationId: "IL_0003", createdAt: "2026-11-21T16:00:00.000Z" }),
  actionAt({ eventType: "VanTemperature", locationId: "NY_0004", user: "bo@drivers.example" }),
  actionAt({ eventType: "InventoryRemoval", locationId: "IL_0005", user: "cy@drivers.example" }),
];

const location = (id: string, given: Partial<OpsLocation> = {}): OpsLocation => ({
  id,
  type: "FRIDGE",
  accountTier: "Gold",
  onlineDate: "2025-03-04",
  fulfillmentCenter: "Chicago",
  opportunityName: null,
  ...given,
});

export const LOCATIONS: readonly OpsLocation[] = [
  location("IL_0001"),
  location("IL_0002", { accountTier: null, onlineDate: null }),
  location("IL_0003", { type: "WHOLESALE" }),
  location("NY_0004", { fulfillmentCenter: "New York" }),
  location("IL_0005", { fulfillmentCenter: "Milwaukee" }),
];

const HEALTH: readonly StopHealth[] = [
  { locationId: "IL_0001", timestamp: "2026-11-21T16:00:00Z", jofemarState: "STATUS_FF_DOOR_OPEN", safetyHold: true },
  { locationId: "IL_0002", timestamp: "2026-11-21T16:00:00Z", jofemarState: "STATUS_X_NEW", safetyHold: false },
];

/** A server that knows the day; actions are those of the array when it is asked. */
export function dayServer(actions: readonly ListedAction[] = ACTIONS): Readonly<Record<string, Answer>> {
  return {
    locationRoutes: ({ filter }: { filter: { stockingDate: string } }) => ({
      routes: STOPS.filter(({ stockingDate }) => stockingDate === filter.stockingDate),
      nextToken: null,
    }),
    getPackingSlipsV3: () => ({
      items: STOPS.map(({ id, stockingIndex }) => ({ locationId: id, uniqueId: `PS-${id}`, stockingIndex })),
      nextToken: null,
    }),
    getDriverAction: ({ filter }: { filter: { eventType: string } }) => ({
      items: actions.filter(({ eventType }) => eventType === filter.eventType),
      nextToken: null,
    }),
    opsLocations: () => ({ locations: LOCATIONS, nextToken: null }),
    fridgeHealth: ({ filter }: { filter: { locationIds: readonly string[] } }) => ({
      fridgeData: HEALTH.filter(({ locationId }) => filter.locationIds.includes(locationId)),
    }),
  };
}

const NEW_ACTION_TYPES = [...STATUS_ACTIONS, "DropOverride"] as const;

/** What NewDriverActions answers where these were done. */
export function newActions(actions: readonly NewAction[]): unknown {
  return Object.fromEntries(
    NEW_ACTION_TYPES.map((type) => [
      type,
      { items: actions.filter(({ eventType }) => eventType === type), nextToken: null },
    ]),
  );
}
