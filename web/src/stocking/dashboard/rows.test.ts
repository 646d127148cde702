import { describe, expect, it } from "vitest";
import { toDriverAction } from "../day/actions";
import type { StatusAction } from "../day/actions";
import { plannedRoutes, type PlannedRoute } from "./routeSelection";
import { makeAction, LOCATIONS, STOPS } from "./day.fixture";
import { buildCards, totalCounts } from "./rows";

const locations = new Map(LOCATIONS.map((location) => [location.id, location]));
const routes = plannedRoutes(STOPS, locations);
const amber = routes.filter(({ route }) => route === "amber");

function cardsFrom(actions: ReturnType<typeof makeAction>[], selected: readonly PlannedRoute[] = amber) {
  const byType: Partial<Record<StatusAction, ReturnType<typeof toDriverAction>[]>> = {};
  for (const action of actions) (byType[action.eventType as StatusAction] ??= []).push(toDriverAction(action));
  return buildCards(selected, routes, {
    activity: { slips: [], actions: byType, failures: [], complete: true },
    locations,
    health: new Map(),
  });
}

const makeScan = (locationId: string, minute: string, user?: string) =>
  makeAction({ locationId, createdAt: `2026-11-21T15:${minute}:00.000Z`, ...(user ? { user } : {}) });
const lateStops = (actions: ReturnType<typeof makeAction>[]) => cardsFrom(actions)[0]?.rows.map((row) => row.late);

describe("late stops", () => {
  it("no stop is late before the first action", () => expect(lateStops([])).toEqual([false, false, false]));

  it("a stop is late if a later one was scanned and it is not done, in progress or unreachable", () => {
    expect(lateStops([makeScan("IL_0003", "30")])).toEqual([true, true, false]);
    expect(lateStops([makeScan("IL_0001", "10"), makeScan("IL_0003", "30")])).toEqual([true, true, false]);
    expect(lateStops([makeScan("IL_0001", "10", "bo@drivers.example"), makeScan("IL_0003", "30")])).toEqual([
      false,
      true,
      false,
    ]);
    const stocked = makeAction({ eventType: "LocationStocked", locationId: "IL_0001" });
    const unreachable = makeAction({ eventType: "LocationUnreachable", locationId: "IL_0002" });
    expect(lateStops([stocked, unreachable, makeScan("IL_0003", "30")])).toEqual([false, false, false]);
  });
});

describe("buildCards", () => {
  it("a scan on a hidden route makes a stop incomplete", () => {
    const [card] = cardsFrom([makeScan("IL_0001", "10"), makeScan("NY_0004", "30")]);
    expect(card?.rows[0]?.status).toBe("INCOMPLETE");
  });

  it("counts done, in-progress, problematic and late stops of the whole route", () => {
    const stocked = makeAction({ eventType: "LocationStocked", locationId: "IL_0003" });
    const built = cardsFrom([makeScan("IL_0001", "10"), stocked, makeScan("IL_0003", "20")], routes);
    expect(built[0]?.counts).toEqual({ stops: 3, done: 1, inProgress: 0, problems: 1, late: 2 });
    expect(totalCounts(built)).toEqual({ stops: 5, done: 1, inProgress: 0, problems: 1, late: 2 });
  });

  it("names the next stop, the drivers of the day and the last driver of most stops", () => {
    const stocked = makeAction({ eventType: "LocationStocked", locationId: "IL_0001", user: "bo@drivers.example" });
    const scanned = makeAction({ locationId: "IL_0002" });
    const estimate = (lastDriver: string | null) => ({ expectedTime: "2026-11-21T16:00:00.000Z", lastDriver });
    const estimates = new Map([
      ["amber#IL_0001#1", estimate("cy@drivers.example")],
      ["amber#IL_0002#1", estimate("di@drivers.example")],
      ["amber#IL_0003#1", estimate("di@drivers.example")],
    ]);
    const actions = { LocationStocked: [toDriverAction(stocked)], PackingSlipQuery: [toDriverAction(scanned)] };
    const activity = { slips: [], actions, failures: [], complete: true };
    const [card] = buildCards(amber, routes, { activity, locations, health: new Map(), estimates });
    expect(card?.next?.location).toBe("IL_0002");
    expect(card?.drivers).toEqual(["ana@drivers.example", "bo@drivers.example"]);
    expect(card?.lastDriver).toBe("di@drivers.example");
    expect(card?.stops.map(({ expectedTime }) => expectedTime)).toEqual(Array(3).fill("2026-11-21T16:00:00.000Z"));
    expect(cardsFrom([])[0]).toMatchObject({ drivers: [], lastDriver: null });
  });
});
