import { describe, expect, it } from "vitest";
import { buildRouteStop } from "../view/stops.fixture";
import { formatTotes, groupByRoute, matchesStop } from "./routeStops";

const DAY = [
  buildRouteStop({ route: "amber 10", id: "IL_0003", stop: 1 }),
  buildRouteStop({ route: "amber 2", id: "IL_0002", stop: 10, toteCountPerStop: null }),
  buildRouteStop({ route: "amber 2", id: "IL_0001", stop: 9, toteCountPerStop: 5, stopType: "REMOVAL" }),
  buildRouteStop({ route: "amber 2", id: "IL_0010", stop: 9, toteCountPerStop: 4 }),
];

describe("stops grouped by route (RTE-3)", () => {
  it("sorts route names by number and stops by position", () => {
    const ids = [...groupByRoute(DAY)].map(([route, stops]) => [route, stops.map(({ id }) => id)]);
    expect(ids).toEqual([
      ["amber 2", ["IL_0001", "IL_0010", "IL_0002"]],
      ["amber 10", ["IL_0003"]],
    ]);
  });
});

describe("the tote count of a route (RTE-3)", () => {
  const route = (count: number | null, unknownStops: number) =>
    Array.from({ length: 3 }, (_, index) =>
      buildRouteStop({ toteCountPerRoute: count, toteCountPerStop: index < unknownStops ? null : 4 }),
    );

  it.each([
    [12, 0, "12 totes"],
    [1, 0, "1 tote"],
    [0, 0, "0 totes"],
    [12, 3, "12 totes known, 3 stops unknown"],
    [null, 3, "unknown totes"],
  ])("of %s totes with %i unknown stops is '%s'", (count, unknownStops, text) =>
    expect(formatTotes(route(count, unknownStops))).toBe(text),
  );
});

describe("the text filter", () => {
  it.each([
    ["amber 1", ["IL_0003"]],
    ["il_0001", ["IL_0001"]],
    ["nothing", []],
  ])("%j matches %j", (query, ids) =>
    expect(DAY.filter((stop) => matchesStop(stop, query)).map(({ id }) => id)).toEqual(ids),
  );
});
