/** Test data: a small stocking day with routes, packing slips, driver actions and health. */
import type { Handler } from "../../../test/server";
import type { RouteStop } from "../../routes/locationRoutes";
import { STATUS_ACTIONS, type ListedAction } from "../day/actions";
import type { StopHealth } from "../day/health";
import type { NewAction } from "../day/newActions";
import type { OpsLocation } from "../day/opsLocations";

export const DAY = "2026-11-21";

function makeStop(overrides: Partial<RouteStop>): RouteStop {
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
    ...overrides,
  };
}

export const STOPS = [
  makeStop({ route: "amber", id: "IL_0001", stop: 1 }),
  makeStop({ route: "amber", id: "IL_0002", stop: 2 }),
  makeStop({ route: "amber", id: "IL_0003", stop: 3 }),
  makeStop({ route: "birch", id: "NY_0004", stop: 1, market: "NE" }),
  makeStop({ route: "cedar", id: "IL_0005", stop: 1, stopType: "REMOVAL" }),
];

export function makeAction(overrides: Partial<ListedAction> = {}): ListedAction {
  return {
    eventType: "PackingSlipQuery",
    locationId: "IL_0001",
    data: "{}",
    createdAt: "2026-11-21T15:05:00.000Z",
    user: "ana@drivers.example",
    ...overrides,
  };
}

export const ACTIONS: readonly ListedAction[] = [
  makeAction(),
  makeAction({ eventType: "LocationStocked", createdAt: "2026-11-21T15:20:00.000Z" }),
  makeAction({ locationId: "IL_0003", createdAt: "2026-11-21T16:00:00.000Z" }),
  makeAction({ eventType: "VanTemperature", locationId: "NY_0004", user: "bo@drivers.example" }),
  makeAction({ eventType: "InventoryRemoval", locationId: "IL_0005", user: "cy@drivers.example" }),
];

const makeLocation = (id: string, overrides: Partial<OpsLocation> = {}): OpsLocation => ({
  id,
  type: "FRIDGE",
  accountTier: "Gold",
  onlineDate: "2025-03-04",
  fulfillmentCenter: "Chicago",
  opportunityName: null,
  prettyName: null,
  ...overrides,
});

export const LOCATIONS: readonly OpsLocation[] = [
  makeLocation("IL_0001"),
  makeLocation("IL_0002", { accountTier: null, onlineDate: null }),
  makeLocation("IL_0003", { type: "WHOLESALE" }),
  makeLocation("NY_0004", { fulfillmentCenter: "New York" }),
  makeLocation("IL_0005", { fulfillmentCenter: "Milwaukee" }),
];

const HEALTH: readonly StopHealth[] = [
  { locationId: "IL_0001", timestamp: "2026-11-21T16:00:00Z", jofemarState: "STATUS_FF_DOOR_OPEN", safetyHold: true },
  { locationId: "IL_0002", timestamp: "2026-11-21T16:00:00Z", jofemarState: "STATUS_X_NEW", safetyHold: false },
];

/** Server responses for the day. `actions` is read at each request, so a test can change it. */
export function dayServer(actions: readonly ListedAction[] = ACTIONS): Readonly<Record<string, Handler>> {
  return {
    openHandoverNotes: () => ({ items: [], nextToken: null }),
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

/** The response of NewDriverActions with the given actions. */
export function newActions(actions: readonly NewAction[]): unknown {
  return Object.fromEntries(
    NEW_ACTION_TYPES.map((type) => [
      type,
      { items: actions.filter(({ eventType }) => eventType === type), nextToken: null },
    ]),
  );
}

/** The response of ExpectedTimes with the expected time of each location's stop, and one last driver for all. */
export function expectedTimes(times: Readonly<Record<string, string>>, lastDriver: string | null = null): unknown {
  const routes = STOPS.map(({ id, route, stockingIndex }) => ({
    id,
    route,
    stockingIndex,
    expectedTime: times[id] ?? null,
    lastDriver,
  }));
  return { locationRoutes: { routes, nextToken: null } };
}
