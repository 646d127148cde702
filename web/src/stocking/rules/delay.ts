/**
 * How far a route is behind the expected times of its stops (docs/requirements/stocking.md, STK-9 and STK-10). The
 * server estimates the expected times (STK-8). The delay depends on the clock, so the browser computes it.
 */
import { compareNames } from "../../lib/formats";
import type { StockingWindow } from "./stockingDay";
import type { StopStatus } from "./stopStatus";

const MINUTE = 60_000;

/** A stop with its expected time. */
export interface TimedStop {
  readonly status: StopStatus;
  /** An ISO date and time; null without history. */
  readonly expectedTime: string | null;
}

const OUTSTANDING: ReadonlySet<StopStatus> = new Set([
  "NOT_STARTED",
  "VAN_TEMPERATURE_SET",
  "IN_PROGRESS",
  "INCOMPLETE",
]);

/** Whether the driver still has to finish the stop: it is neither done nor unreachable. */
export function isOutstanding({ status }: Pick<TimedStop, "status">): boolean {
  return OUTSTANDING.has(status);
}

/**
 * The whole minutes between the earliest expected time of the outstanding stops and `now`; 0 if that time has not passed.
 * Null if no outstanding stop has an expected time, or if `now` is outside of the stocking day.
 */
export function minutesBehind(
  stops: readonly TimedStop[],
  now: number,
  { begins, ends }: StockingWindow,
): number | null {
  if (now < begins.getTime() || now >= ends.getTime()) return null;
  const expected = stops.flatMap((stop) =>
    stop.expectedTime !== null && isOutstanding(stop) ? [Date.parse(stop.expectedTime)] : [],
  );
  if (expected.length === 0) return null;
  return Math.max(0, Math.floor((now - Math.min(...expected)) / MINUTE));
}

/** The stop that the driver does next: the first outstanding stop that the driver has not passed, else the first one. */
export function nextStop<Stop extends TimedStop & { readonly late: boolean }>(stops: readonly Stop[]): Stop | null {
  const outstanding = stops.filter(isOutstanding);
  return outstanding.find(({ late }) => !late) ?? outstanding[0] ?? null;
}

/** The text of a route's delay, such as '25 min behind (estimate)'. */
export function formatDelay(minutes: number): string {
  return minutes > 0 ? `${minutes} min behind (estimate)` : "On time (estimate)";
}

/** The parts of a route that decide its position among the others. */
export interface OrderedRoute {
  readonly route: string;
  /** The number of late stops. */
  readonly late: number;
  /** The minutes behind; null if they are unknown. */
  readonly behind: number | null;
}

/** Sorts the worst route first: by minutes behind, then by late stops, then by name. */
export function compareWorstFirst(a: OrderedRoute, b: OrderedRoute): number {
  return (b.behind ?? 0) - (a.behind ?? 0) || b.late - a.late || compareNames(a.route, b.route);
}
