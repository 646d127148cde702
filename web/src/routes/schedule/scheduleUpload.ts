/** The route and stop schedule upload (spec of locations, sections 2.8, 5.4 and 7): a route's day is a call. */
import { graphql } from "../../api/graphql";
import type { RouteStopInput } from "../../api/schema";
import { formatDay } from "../../ui/day";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Chunk, ChunkOutcome } from "../../uploads/rules/chunk";
import type { Upload } from "../../uploads/upload";
import { SCHEDULE_FORMAT, SCHEDULE_SCREEN } from "../formats";
import { LOCATION_ROUTES, readLocationRoutes, type RouteStop } from "../locationRoutes";
import { createRouteStopsDocument } from "../operations.generated";
import { readKnownLocations } from "../readKnownLocations";
import type { KnownSchedule } from "./scheduleCheck";
import { groupKey } from "./scheduleRules";

/** Days that are read at once. */
const AT_ONCE = 6;

type Stops = readonly RouteStopInput[];

export const scheduleUpload: Upload<KnownSchedule, RouteStopInput, Stops> = {
  title: SCHEDULE_SCREEN.screen,
  button: "Upload Drivers",
  kind: "routes",
  needs: ["UploadRoutes", "GetUniqueRoutes"],
  format: SCHEDULE_FORMAT,
  about:
    "Says which stops a route makes on a day. The stops of a route on a day take the place of those stored before; routes and days that the file does not name stay as they are.",
  example: ["2026-11-23", "MW", "FRIDGE_ID", "route name", "1", "1", "STOCK"],
  removal: (count) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? "stop that is" : "stops that are"} stored now on the file's routes and days will be removed: the file does not have ${count === 1 ? "it" : "them"}.`,
  startWorker: () => new Worker(new URL("./schedule.worker.ts", import.meta.url), { type: "module" }),
  loadKnown: async (days, signal) => {
    const [locations, stops] = await Promise.all([readKnownLocations(signal), readDays(days, signal)]);
    return { locations, stops };
  },
  unableToLoad: "Unable to load routes, Please check your internet and your permissions",
  plan: planSchedule,
  send: sendStops,
  unableToSend: "Unable to upload routes, Please check your internet and your permissions",
  afterwards: (client) => client.invalidateQueries({ queryKey: [LOCATION_ROUTES] }),
};

async function readDays(days: readonly string[], signal: AbortSignal): Promise<RouteStop[]> {
  const stops: RouteStop[] = [];
  for (let from = 0; from < days.length; from += AT_ONCE) {
    const read = days
      .slice(from, from + AT_ONCE)
      .map((stockingDate) => readLocationRoutes({ stockingDate, calculateTotes: false }, signal));
    stops.push(...(await Promise.all(read)).flat());
  }
  return stops;
}

/** Each route's day of which anything is new, with all its stops: what is stored is replaced whole. */
export function planSchedule(lines: readonly CheckedLine<RouteStopInput>[]): readonly Chunk<Stops>[] {
  const groups = new Map<string, { stops: RouteStopInput[]; anythingNew: boolean }>();
  for (const { outcome, value } of lines) {
    if (!value) continue;
    const key = groupKey(value);
    const group = groups.get(key) ?? { stops: [], anythingNew: false };
    groups.set(key, group);
    if (outcome !== "removed") group.stops.push(value);
    if (outcome !== "unchanged") group.anythingNew = true;
  }
  return [...groups.values()].flatMap(({ stops, anythingNew }) => {
    const [first] = stops;
    if (!first || !anythingNew) return [];
    return [{ label: `${first.route} on ${formatDay(first.stockingDate)}`, lines: stops.length, payload: stops }];
  });
}

async function sendStops(input: Stops): Promise<ChunkOutcome<Stops>> {
  const { createRouteStops } = await graphql(createRouteStopsDocument, { input });
  return createRouteStops.outcome === "UNCHANGED" ? "unchanged" : "written";
}
