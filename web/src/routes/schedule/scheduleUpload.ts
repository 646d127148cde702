/** The route and stop schedule upload (docs/requirements/routes.md, RTE-5). Each request replaces the stops of one route and day. */
import { formatDay, formatNumber } from "../../lib/formats";
import { graphql } from "../../api/graphql";
import type { RouteStopInput } from "../../api/schema";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { UploadKind } from "../../uploads/kind";
import { SCHEDULE_FORMAT, SCHEDULE_SCREEN } from "../formats";
import { LOCATION_ROUTES_KEY, readLocationRoutes, type RouteStop } from "../locationRoutes";
import { createRouteStopsDocument } from "../operations.generated";
import { readKnownLocations } from "../readKnownLocations";
import type { KnownSchedule } from "./scheduleCheck";
import { groupKey } from "./scheduleRules";

/** The number of days that are read concurrently. */
const CONCURRENCY = 6;

type Stops = readonly RouteStopInput[];

export const scheduleUpload: UploadKind<KnownSchedule, RouteStopInput, Stops> = {
  name: "routes",
  wording: {
    title: SCHEDULE_SCREEN.screen,
    description:
      "Sets the stops of each route and day in the file. They replace all stored stops of that route and day. Routes and days that are not in the file stay unchanged.",
    example: ["2026-11-23", "MW", "FRIDGE_ID", "route name", "1", "1", "STOCK"],
    submit: "Upload Drivers",
    removed: (count) =>
      `${formatNumber(count)} stored ${count === 1 ? "stop" : "stops"} of these routes and days will be removed, because the file does not contain ${count === 1 ? "it" : "them"}.`,
  },
  format: SCHEDULE_FORMAT,
  rules: { startWorker: () => new Worker(new URL("./schedule.worker.ts", import.meta.url), { type: "module" }) },
  comparison: {
    load: async (days, signal) => {
      const [locations, stops] = await Promise.all([readKnownLocations(signal), readDays(days, signal)]);
      return { locations, stops };
    },
    failureMessage: "Unable to load routes, Please check your internet and your permissions",
  },
  operation: {
    requiredActions: ["UploadRoutes", "GetUniqueRoutes"],
    plan: planSchedule,
    send: sendStops,
    failureMessage: "Unable to upload routes, Please check your internet and your permissions",
    refreshQueries: (client) => client.invalidateQueries({ queryKey: [LOCATION_ROUTES_KEY] }),
    sendsValidLines: true,
  },
  history: { kind: "routes", stores: "before" },
};

async function readDays(days: readonly string[], signal: AbortSignal): Promise<RouteStop[]> {
  const stopsByDay: RouteStop[][] = [];
  for (let from = 0; from < days.length; from += CONCURRENCY) {
    const reads = days
      .slice(from, from + CONCURRENCY)
      .map((stockingDate) => readLocationRoutes({ stockingDate, calculateTotes: false }, signal));
    stopsByDay.push(...(await Promise.all(reads)));
  }
  // Not spread as arguments: the stops of a few days can exceed the engine's limit.
  return stopsByDay.flat();
}

/** Plans a chunk with all stops for each route and day with a change, because a request replaces all stored stops. */
function planSchedule(lines: readonly CheckedLine<RouteStopInput>[]): readonly Chunk<Stops>[] {
  const groups = new Map<string, { stops: RouteStopInput[]; hasChanges: boolean }>();
  for (const { outcome, value } of lines) {
    if (!value) continue;
    const key = groupKey(value);
    const group = groups.get(key) ?? { stops: [], hasChanges: false };
    groups.set(key, group);
    if (outcome !== "removed") group.stops.push(value);
    if (outcome !== "unchanged") group.hasChanges = true;
  }
  return [...groups.values()].flatMap(({ stops, hasChanges }) => {
    const [first] = stops;
    if (!first || !hasChanges) return [];
    return [{ label: `${first.route} on ${formatDay(first.stockingDate)}`, lines: stops.length, payload: stops }];
  });
}

async function sendStops(input: Stops): Promise<ChunkOutcome<Stops>> {
  const { createRouteStops } = await graphql(createRouteStopsDocument, { input });
  return createRouteStops.outcome === "UNCHANGED" ? "unchanged" : "written";
}
