import { describe, expect, it } from "vitest";
import { deedOf } from "../day/actions";
import type { StatusAction } from "../day/actions";
import { plannedRoutes, type PlannedRoute } from "./choice";
import { actionAt, LOCATIONS, STOPS } from "./day.fixture";
import { cardsOf, sumOf } from "./rows";

const locations = new Map(LOCATIONS.map((location) => [location.id, location]));
const routes = plannedRoutes(STOPS, locations);
const amber = routes.filter(({ route }) => route === "amber");

function cards(actions: ReturnType<typeof actionAt>[], shown: readonly PlannedRoute[] = amber) {
  const byType: Partial<Record<StatusAction, ReturnType<typeof deedOf>[]>> = {};
  for (const action of actions) (byType[action.eventType as StatusAction] ??= []).push(deedOf(action));
  return cardsOf(shown, routes, { told: { slips: [], actions: byType, failures: [] }, locations, health: new Map() });
}

const scan = (locationId: string, minute: string, user?: string) =>
  actionAt({ locationId, createdAt: `2026-11-21T15:${minute}:00.000Z`, ...(user ? { user } : {}) });
const late = (actions: ReturnType<typeof actionAt>[]) => cards(actions)[0]?.rows.map((row) => row.late);

describe("a stop is late when the driver left it behind", () => {
  it("nothing is late before anything is done", () => expect(late([])).toEqual([false, false, false]));

  it("those before the furthest that was scanned, unless they are done, under way, or not to be reached", () => {
    expect(late([scan("IL_0003", "30")])).toEqual([true, true, false]);
    expect(late([scan("IL_0001", "10"), scan("IL_0003", "30")])).toEqual([true, true, false]);
    expect(late([scan("IL_0001", "10", "bo@drivers.example"), scan("IL_0003", "30")])).toEqual([false, true, false]);
    const stocked = actionAt({ eventType: "LocationStocked", locationId: "IL_0001" });
    const unreachable = actionAt({ eventType: "LocationUnreachable", locationId: "IL_0002" });
    expect(late([stocked, unreachable, scan("IL_0003", "30")])).toEqual([false, false, false]);
  });
});

describe("the cards", () => {
  it("a scan on a route that is not shown leaves a stop behind all the same", () => {
    const [card] = cards([scan("IL_0001", "10"), scan("NY_0004", "30")]);
    expect(card?.rows[0]?.status).toBe("INCOMPLETE");
  });

  it("count what is done, under way, in trouble and late, of the whole route", () => {
    const stocked = actionAt({ eventType: "LocationStocked", locationId: "IL_0003" });
    const told = cards([scan("IL_0001", "10"), stocked, scan("IL_0003", "20")], routes);
    expect(told[0]?.counts).toEqual({ stops: 3, done: 1, underWay: 0, troubled: 1, late: 2 });
    expect(sumOf(told)).toEqual({ stops: 5, done: 1, underWay: 0, troubled: 1, late: 2 });
  });
});
