import { describe, expect, it } from "vitest";
import { filterGroups, groupByRoute, routeTotesText, toRows, sortStops, stopTotesText } from "./groups";
import { buildRouteStop, buildRouteStops } from "./stops.fixture";

const DAY = [
  buildRouteStop({ route: "amber 10", id: "IL_0003", stop: 1 }),
  buildRouteStop({ route: "amber 2", id: "IL_0002", stop: 10, toteCountPerStop: null }),
  buildRouteStop({ route: "amber 2", id: "IL_0001", stop: 9, toteCountPerStop: 5, stopType: "REMOVAL" }),
  buildRouteStop({ route: "amber 2", id: "IL_0010", stop: 9, toteCountPerStop: 4 }),
];
const ids = (groups: ReturnType<typeof groupByRoute>) => groups.map(({ stops }) => stops.map(({ id }) => id));

describe("rows grouped by route (RTE-3)", () => {
  it("sorts route names by number and stops by position", () => {
    const groups = groupByRoute(DAY);
    expect(groups.map(({ route }) => route)).toEqual(["amber 2", "amber 10"]);
    expect(ids(groups)).toEqual([["IL_0001", "IL_0010", "IL_0002"], ["IL_0003"]]);
  });

  it("adds a header before and a summary after the stops", () => {
    expect(toRows(groupByRoute(DAY)).map(({ kind }) => kind)).toEqual([
      "header",
      "stop",
      "stop",
      "stop",
      "summary",
      "header",
      "stop",
      "summary",
    ]);
  });

  it("gives each row a unique key", () => {
    const rows = toRows(
      groupByRoute([...buildRouteStops(20, 30), buildRouteStop({ route: "route 1", id: "F1", stockingIndex: 2 })]),
    );
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});

describe("stop count and tote count in the summary (RTE-3)", () => {
  it.each([
    [{ count: 12, unknownStops: 0 }, "12 totes"],
    [{ count: 1, unknownStops: 0 }, "1 tote"],
    [{ count: 0, unknownStops: 0 }, "0 totes"],
    [{ count: 12, unknownStops: 3 }, "12 totes known, 3 stops unknown"],
    [{ count: null, unknownStops: 3 }, "unknown totes"],
  ])("formats %j as '%s'", (totes, text) => expect(routeTotesText(totes)).toBe(text));

  it("shows an unknown tote count as unknown, not as 0", () => {
    expect(stopTotesText(buildRouteStop({ toteCountPerStop: null }))).toBe("unknown");
    expect(stopTotesText(buildRouteStop({ toteCountPerStop: 0 }))).toBe("0");
  });

  it("counts the whole route even if the filter hides stops", () => {
    const [group] = filterGroups(groupByRoute(DAY), "il_0010");
    expect(group?.stops).toHaveLength(1);
    expect(group?.stopCount).toBe(3);
  });
});

describe("the text filter", () => {
  it.each([
    ["", [["IL_0001", "IL_0010", "IL_0002"], ["IL_0003"]]],
    [" AMBER 1", [["IL_0003"]]],
    ["il_0001", [["IL_0001"]]],
    ["nothing", []],
  ])("%j matches %j", (text, matches) => expect(ids(filterGroups(groupByRoute(DAY), text))).toEqual(matches));
});

describe("sorting the stops of a route", () => {
  it.each([
    [null, ["IL_0001", "IL_0010", "IL_0002"]],
    [{ column: "location", descending: true }, ["IL_0010", "IL_0002", "IL_0001"]],
    [{ column: "toteCount", descending: false }, ["IL_0010", "IL_0001", "IL_0002"]],
    [{ column: "toteCount", descending: true }, ["IL_0001", "IL_0010", "IL_0002"]],
    [{ column: "stopType", descending: false }, ["IL_0001", "IL_0010", "IL_0002"]],
  ] as const)("sorts by %j as %j", (sort, order) => expect(ids(sortStops(groupByRoute(DAY), sort))[0]).toEqual(order));
});
