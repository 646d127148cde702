import { parseDate } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAge, formatDateTime, formatDayWithWeekday } from "../../lib/formats";
import { useNow } from "../../lib/useNow";
import { nextStockingDay, recentStockingDays } from "../../schedules/stockingDays";
import { useMyPermissions } from "../../session/permissions";
import { stockingDayOf } from "../../stocking/rules/stockingDay";
import { Facts } from "../../ui/Facts";
import { Panel } from "../../ui/Panel";
import { statusOf, type QueryState } from "../../ui/query/query";
import { Muted } from "../../ui/text";
import type { LocationDetail } from "../locationQuery";
import { formatValue } from "../rules/format";
import { timeZoneOf } from "../rules/options";
import { lastStockingQuery, stopsQuery } from "./stocking";

/** In milliseconds. */
const CLOCK_INTERVAL = 60_000;

/** Stockings are searched on this many days. Each day is a request. */
const RECENT_DAYS = 3;

/** The last stocking, the next one and today's stops. */
export function StockingPanel({ location }: { readonly location: LocationDetail }) {
  const { id, stockingSchedule, prod } = location;
  const { isLoaded, may, missingPermission } = useMyPermissions();
  const now = useNow(CLOCK_INTERVAL);
  const day = stockingDayOf(new Date(now));
  const recentDays = recentStockingDays(parseDate(day), stockingSchedule, RECENT_DAYS).map(String);
  const enabled = isLoaded && may("GetUniqueRoutes");
  const stops = useQuery({ ...stopsQuery(location, day), enabled });
  const last = useQuery({ ...lastStockingQuery(id, recentDays), enabled });
  const next = nextStockingDay(parseDate(day), stockingSchedule);
  const missing = missingPermission("GetUniqueRoutes");
  const zone = timeZoneOf(location.timeZone).iana;

  const lastStocking = (at: string | null) =>
    at === null ? (
      `No stocking is recorded on ${recentDays.map(formatDayWithWeekday).join("; ")}`
    ) : (
      <>
        {formatDateTime(at, { zone, weekday: true })}{" "}
        <Muted>{formatAge(Date.parse(at), Math.max(now, Date.parse(at)))}</Muted>
      </>
    );
  const todaysStops = (found: readonly { route: string; stop: number; stopType: string }[]) =>
    found.length === 0
      ? `No stop on ${formatDayWithWeekday(day)}`
      : found.map(({ route, stop, stopType }) => `${route}, stop ${stop}, ${stopType}`).join("; ");
  return (
    <Panel title="Stocking">
      <Facts
        facts={[
          ["Last stocking", missing ?? valueOf(last, lastStocking)],
          [
            "Next stocking",
            <>
              {next ? formatDayWithWeekday(next.toString()) : "The stocking schedule has no days"}
              {next && prod === 0 && <Muted> Allocation is off, so no food is planned</Muted>}
            </>,
          ],
          ["Today's stop", missing ?? valueOf(stops, todaysStops)],
          ["Stocking schedule", formatValue("stockingSchedule", stockingSchedule)],
        ]}
      />
    </Panel>
  );
}

/** The data as text, or why there is none. */
function valueOf<Data>(query: QueryState<Data>, format: (data: Data) => ReactNode): ReactNode {
  if (query.data !== undefined) return format(query.data);
  return <Muted>{statusOf(query) === "loading" ? "Loading…" : "Could not be loaded"}</Muted>;
}
