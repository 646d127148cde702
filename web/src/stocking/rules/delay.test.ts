import { describe, expect, it, test } from "vitest";
import { compareWorstFirst, formatDelay, isOutstanding, minutesBehind, nextStop, type OrderedRoute } from "./delay";
import { stockingWindow } from "./stockingDay";
import { STOP_STATUSES, type StopStatus } from "./stopStatus";

const WINDOW = stockingWindow("2026-11-23");
const at = (time: string) => `2026-11-23T${time}:00.000Z`;
const stop = (status: StopStatus, time: string | null, late = false) => ({
  status,
  expectedTime: time === null ? null : at(time),
  late,
});

test("a stop is outstanding unless it is done or unreachable", () => {
  expect(STOP_STATUSES.filter((status) => isOutstanding({ status }))).toEqual([
    "NOT_STARTED",
    "VAN_TEMPERATURE_SET",
    "IN_PROGRESS",
    "INCOMPLETE",
  ]);
});

describe("minutesBehind (STK-9)", () => {
  const NOW = Date.parse(at("15:25"));
  test.each([
    ["no stops", [], null],
    ["no expected times", [stop("NOT_STARTED", null)], null],
    ["only done and unreachable stops", [stop("COMPLETED", "15:00"), stop("UNREACHABLE_INCOMPLETE", "15:00")], null],
    ["a passed expected time", [stop("NOT_STARTED", "15:00")], 25],
    ["an expected time that has not passed", [stop("NOT_STARTED", "15:40")], 0],
    ["the expected time of this minute", [stop("NOT_STARTED", "15:25")], 0],
    [
      "several passed expected times: the earliest counts",
      [stop("NOT_STARTED", "15:10"), stop("NOT_STARTED", "15:00")],
      25,
    ],
    ["a done stop before an outstanding one", [stop("COMPLETED", "14:00"), stop("NOT_STARTED", "15:20")], 5],
    ["a stop in progress", [stop("IN_PROGRESS", "15:20")], 5],
    ["an incomplete stop", [stop("INCOMPLETE", "15:05", true), stop("NOT_STARTED", "15:20")], 20],
    ["a stop without an expected time next to one with", [stop("NOT_STARTED", null), stop("NOT_STARTED", "15:20")], 5],
  ])("%s", (_, stops, expected) => expect(minutesBehind(stops, NOW, WINDOW)).toBe(expected));

  it("is unknown outside of the stocking day", () => {
    const stops = [stop("NOT_STARTED", "15:00")];
    expect(minutesBehind(stops, WINDOW.begins.getTime() - 1, WINDOW)).toBeNull();
    expect(minutesBehind(stops, WINDOW.ends.getTime(), WINDOW)).toBeNull();
    expect(minutesBehind(stops, WINDOW.ends.getTime() - 1, WINDOW)).not.toBeNull();
  });

  // All routes of three stops with these statuses and expected times.
  const STATUSES = ["NOT_STARTED", "INCOMPLETE", "COMPLETED", "UNREACHABLE_COMPLETE"] as const;
  const STOPS = STATUSES.flatMap((status) => ["15:00", "15:20", "16:00", null].map((time) => stop(status, time)));
  const ROUTES = STOPS.flatMap((a) => STOPS.flatMap((b) => STOPS.map((c) => [a, b, c])));

  it("grows by one each minute while a route is behind", () => {
    for (const stops of ROUTES) {
      const minutes = minutesBehind(stops, NOW, WINDOW) ?? 0;
      if (minutes > 0) expect(minutesBehind(stops, NOW + 60_000, WINDOW)).toBe(minutes + 1);
    }
  });

  it("does not grow when a stop is finished", () => {
    for (const stops of ROUTES) {
      const minutes = minutesBehind(stops, NOW, WINDOW) ?? 0;
      stops.forEach((_, index) => {
        const finished = stops.map((one, other) => (other === index ? { ...one, status: "COMPLETED" as const } : one));
        expect(minutesBehind(finished, NOW, WINDOW) ?? 0).toBeLessThanOrEqual(minutes);
      });
    }
  });

  it("does not depend on the order of the stops", () => {
    for (const stops of ROUTES) {
      expect(minutesBehind(stops.toReversed(), NOW, WINDOW)).toBe(minutesBehind(stops, NOW, WINDOW));
    }
  });
});

describe("nextStop", () => {
  test.each([
    ["the first outstanding stop", [stop("COMPLETED", "14:00"), stop("NOT_STARTED", "15:00")], 1],
    ["not a stop that the driver passed", [stop("INCOMPLETE", "14:00", true), stop("IN_PROGRESS", "15:00")], 1],
    ["a passed stop if no other is outstanding", [stop("NOT_STARTED", "14:00", true), stop("COMPLETED", "15:00")], 0],
  ])("is %s", (_, stops, expected) => expect(nextStop(stops)).toBe(stops[expected]));

  it("is null if all stops are finished", () => expect(nextStop([stop("COMPLETED", "14:00")])).toBeNull());
});

describe("compareWorstFirst (STK-10)", () => {
  const route = (name: string, behind: number | null, late = 0): OrderedRoute => ({ route: name, behind, late });

  it("sorts by minutes behind, then by late stops, then by name", () => {
    const routes = [
      route("amber 10", 0),
      route("amber 2", null),
      route("birch", 5),
      route("cedar", 40),
      route("dogwood", 5, 2),
      route("elm", null, 1),
    ];
    const names = routes.toSorted(compareWorstFirst).map(({ route: name }) => name);
    expect(names).toEqual(["cedar", "dogwood", "birch", "elm", "amber 2", "amber 10"]);
  });

  it("never puts a route before one that is further behind, in any order of the routes", () => {
    const routes = [null, 0, 1, 30, 600].flatMap((behind) =>
      [0, 3].map((late) => route(`r${behind}${late}`, behind, late)),
    );
    for (let shift = 0; shift < routes.length; shift += 1) {
      const sorted = [...routes.slice(shift), ...routes.slice(0, shift)].toSorted(compareWorstFirst);
      const minutes = sorted.map(({ behind }) => behind ?? 0);
      expect(minutes).toEqual(minutes.toSorted((a, b) => b - a));
    }
  });
});

test("a delay says that it is an estimate", () => {
  expect(formatDelay(25)).toBe("25 min behind (estimate)");
  expect(formatDelay(0)).toBe("On time (estimate)");
});
