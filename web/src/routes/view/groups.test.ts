import { describe, expect, it } from "vitest";
import { filterGroups, groupByRoute, routeTotesText, rowsOf, sortStops, stopTotesText } from "./groups";
import { stopAt, stopsOf } from "./stops.fixture";

const DAY = [
  stopAt({ route: "amber 10", id: "IL_0003", stop: 1 }),
  stopAt({ route: "amber 2", id: "IL_0002", stop: 10, toteCountPerStop: null }),
  stopAt({ route: "amber 2", id: "IL_0001", stop: 9, toteCountPerStop: 5, stopType: "REMOVAL" }),
  stopAt({ route: "amber 2", id: "IL_0010", stop: 9, toteCountPerStop: 4 }),
];
const ids = (groups: ReturnType<typeof groupByRoute>) => groups.map(({ stops }) => stops.map(({ id }) => id));

describe("spec 2.7, rows are grouped per route", () => {
  it("routes in the order of people, stops in that of the route", () => {
    const groups = groupByRoute(DAY);
    expect(groups.map(({ route }) => route)).toEqual(["amber 2", "amber 10"]);
    expect(ids(groups)).toEqual([["IL_0001", "IL_0010", "IL_0002"], ["IL_0003"]]);
  });

  it("with a header before and a summary after", () => {
    expect(rowsOf(groupByRoute(DAY)).map(({ kind }) => kind)).toEqual([
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

  it("each row has a key of its own", () => {
    const rows = rowsOf(groupByRoute([...stopsOf(20, 30), stopAt({ route: "route 1", id: "F1", stockingIndex: 2 })]));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});

describe("spec 2.7, the summary gives stop count and tote count for the route", () => {
  it.each([
    [{ count: 12, unknownStops: 0 }, "12 totes"],
    [{ count: 1, unknownStops: 0 }, "1 tote"],
    [{ count: 0, unknownStops: 0 }, "0 totes"],
    [{ count: 12, unknownStops: 3 }, "12 totes known, 3 stops unknown"],
    [{ count: null, unknownStops: 3 }, "unknown totes"],
  ])("%j is '%s'", (totes, text) => expect(routeTotesText(totes)).toBe(text));

  it("an unknown count of a stop is unknown, not 0", () => {
    expect(stopTotesText(stopAt({ toteCountPerStop: null }))).toBe("unknown");
    expect(stopTotesText(stopAt({ toteCountPerStop: 0 }))).toBe("0");
  });

  it("it is of the whole route, whatever of it is shown", () => {
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
  ])("%j lets through %j", (text, through) => expect(ids(filterGroups(groupByRoute(DAY), text))).toEqual(through));
});

describe("the order within a route", () => {
  it.each([
    [null, ["IL_0001", "IL_0010", "IL_0002"]],
    [{ column: "location", descending: true }, ["IL_0010", "IL_0002", "IL_0001"]],
    [{ column: "toteCount", descending: false }, ["IL_0010", "IL_0001", "IL_0002"]],
    [{ column: "toteCount", descending: true }, ["IL_0001", "IL_0010", "IL_0002"]],
    [{ column: "stopType", descending: false }, ["IL_0001", "IL_0010", "IL_0002"]],
  ] as const)("by %j is %j", (sort, order) => expect(ids(sortStops(groupByRoute(DAY), sort))[0]).toEqual(order));
});
