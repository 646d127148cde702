import { parseDate } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { businessDay } from "../../lib/day";
import { formatAge, formatDateTimeWithCentral, formatDayWithWeekday } from "../../lib/formats";
import { useNow } from "../../lib/useNow";
import { nextStockingDay, recentStockingDays } from "../../schedules/stockingDays";
import { useMyPermissions } from "../../session/permissions";
import { stockingDayOf } from "../../stocking/rules/stockingDay";
import { Facts } from "../../ui/Facts";
import { Panel } from "../../ui/Panel";
import { QueryError } from "../../ui/query/ErrorNotice";
import { combineQueries, statusOf, type QueryState } from "../../ui/query/query";
import { Muted } from "../../ui/text";
import type { LocationDetail } from "../locationQuery";
import { formatValue } from "../rules/format";
import { timeZoneOf } from "../rules/options";
import { lastStockingQuery, stopsQuery } from "./stocking";

/** Stockings are searched on this many days. Each day is a request. */
const RECENT_DAYS = 3;

const UNABLE_TO_LOAD = "Unable to load the stockings, Please check your internet and your permissions";

/** The last stocking, the next one and today's stops. */
export function StockingPanel({ location }: { readonly location: LocationDetail }) {
  const { id, stockingSchedule, prod } = location;
  const { isPending, may, missingPermission } = useMyPermissions();
  const now = useNow();
  // The stocking day of tomorrow begins this evening.
  const day = stockingDayOf(new Date(now));
  const isToday = day === businessDay(new Date(now));
  const recentDays = recentStockingDays(parseDate(day), stockingSchedule, RECENT_DAYS).map(String);
  const enabled = !isPending && may("GetUniqueRoutes");
  const stops = useQuery({ ...stopsQuery(id, day), enabled });
  const last = useQuery({ ...lastStockingQuery(id, recentDays), enabled });
  const missing = missingPermission("GetUniqueRoutes");
  const zone = timeZoneOf(location.timeZone).iana;

  const lastStocking = (at: string | null) =>
    at === null ? (
      `No stocking is recorded on ${recentDays.map(formatDayWithWeekday).join("; ")}`
    ) : (
      <>
        {formatDateTimeWithCentral(at, { zone, weekday: true })}{" "}
        <Muted>{formatAge(Date.parse(at), Math.max(now, Date.parse(at)))}</Muted>
      </>
    );
  const todaysStops = (found: readonly { route: string; stop: number; stopType: string }[]) =>
    found.length === 0
      ? `No stop on ${formatDayWithWeekday(day)}`
      : found.map(({ route, stop, stopType }) => `${route}, stop ${stop}, ${stopType}`).join("; ");
  const nextStocking = (isStocked: boolean | null) => {
    const from = parseDate(day).add({ days: isStocked === true ? 1 : 0 });
    const next = nextStockingDay(from, stockingSchedule)?.toString();
    if (next === undefined) return "The stocking schedule has no days";
    return (
      <>
        {formatDayWithWeekday(next)}
        {next === day && isStocked === null && <Muted> unless it is stocked already</Muted>}
        {prod === 0 && <Muted> Allocation is off, so no food is planned</Muted>}
      </>
    );
  };
  const isStockedOn = (at: string | null) => at !== null && stockingDayOf(new Date(at)) === day;
  const isLastUnknown = missing !== undefined || statusOf(last) === "failed" || statusOf(last) === "forbidden";
  return (
    <Panel title="Stocking">
      <QueryError query={combineQueries({ stops, last })} message={UNABLE_TO_LOAD} ignoresForbidden />
      <Facts
        facts={[
          ["Last stocking", missing ?? valueOf(last, lastStocking)],
          ["Next stocking", isLastUnknown ? nextStocking(null) : valueOf(last, (at) => nextStocking(isStockedOn(at)))],
          [isToday ? "Today's stop" : "Tomorrow's stop", missing ?? valueOf(stops, todaysStops)],
          ["Stocking schedule", formatValue("stockingSchedule", stockingSchedule)],
        ]}
      />
    </Panel>
  );
}

/** The data as text, or why there is none. */
function valueOf<Data>(query: QueryState<Data>, format: (data: Data) => ReactNode): ReactNode {
  const status = statusOf(query);
  if (status === "loaded" && query.data !== undefined) return format(query.data);
  return <Muted>{status === "loading" ? "Loading…" : "Could not be loaded"}</Muted>;
}
