/** Builds the dashboard's cards from planned stops and reported activity. */
import type { StopHealth } from "../day/health";
import type { OpsLocations } from "../day/opsLocations";
import type { DayActivity } from "../day/day";
import { estimateKey, type Estimates } from "../day/expectedTimes";
import { nextStop } from "../rules/delay";
import { STATUS_LABELS, vendingStateLabel } from "../rules/labels";
import { stopProgress, type DriverAction, type StopStatus } from "../rules/stopStatus";
import type { PlannedRoute } from "./routeSelection";

/** A stop as a row of its route's card. */
export interface StopRow {
  readonly key: string;
  readonly route: string;
  readonly stop: number;
  readonly location: string;
  /** The location's name; null if it is unknown. */
  readonly name: string | null;
  readonly status: StopStatus;
  readonly scannedAt: string | null;
  readonly stockedAt: string | null;
  /** When the stop is expected to be stocked (STK-8); null without history. */
  readonly expectedTime: string | null;
  readonly accountTier: string | null;
  /** The first stocking date. */
  readonly onlineDate: string | null;
  /** Null if not reported. */
  readonly safetyHold: "Yes" | "No" | null;
  /** The label. */
  readonly vendingState: string | null;
  readonly driver: string | null;
  /** The driver who stocked the stop last on this weekday; null without history. */
  readonly lastDriver: string | null;
  /** Whether the driver passed the stop without finishing it. */
  readonly late: boolean;
}

export interface RouteCardData {
  readonly route: string;
  readonly region: string;
  /** The shown stops, in their order. */
  readonly rows: readonly StopRow[];
  /** All stops, regardless of the filters. */
  readonly stops: readonly StopRow[];
  /** The stop that the driver does next; null if the route is finished. */
  readonly next: StopRow | null;
  /** The drivers who reported actions on this day, last stop first. */
  readonly drivers: readonly string[];
  /** The driver who did most of the stops on this weekday before; null without history. */
  readonly lastDriver: string | null;
  /** Counts of the whole route, regardless of the filters. */
  readonly counts: Counts;
}

export interface Counts {
  readonly stops: number;
  readonly done: number;
  readonly inProgress: number;
  /** Incomplete or unreachable stops. */
  readonly problems: number;
  readonly late: number;
}

export type Stage = "notStarted" | "inProgress" | "done" | "problem";

const STAGES: Readonly<Record<StopStatus, Stage>> = {
  NOT_STARTED: "notStarted",
  VAN_TEMPERATURE_SET: "inProgress",
  IN_PROGRESS: "inProgress",
  INCOMPLETE: "problem",
  COMPLETED: "done",
  UNREACHABLE_INCOMPLETE: "problem",
  UNREACHABLE_COMPLETE: "problem",
  CLEAROUT_COMPLETE: "done",
  CLEAROUT_DECOMMISSION_COMPLETE: "done",
};

export function stageOf(status: StopStatus): Stage {
  return STAGES[status];
}

export type HealthById = ReadonlyMap<string, StopHealth>;

interface CardData {
  readonly activity: DayActivity;
  /** Actions received since `activity` was read. They can overlap with it. */
  readonly newActions?: readonly DriverAction[];
  readonly locations: OpsLocations;
  readonly health: HealthById;
  readonly estimates?: Estimates;
}

const NO_ESTIMATES: Estimates = new Map();

/**
 * Builds the cards of the selected routes. Progress is computed for all stops of the day, because a scan on another route
 * affects the status of a selected stop.
 */
export function buildCards(
  selected: readonly PlannedRoute[],
  all: readonly PlannedRoute[],
  { activity, newActions = [], locations, health, estimates = NO_ESTIMATES }: CardData,
): readonly RouteCardData[] {
  const stops = all.flatMap((route) => route.stops);
  const progress = stopProgress(stops, activity.slips, [...Object.values(activity.actions).flat(), ...newActions]);
  const byStop = new Map(stops.map((stop, index) => [stop, progress[index]]));
  return selected.map(({ route, region, stops }) => {
    const rows = stops.map((stop): StopRow => {
      const { status = "NOT_STARTED", scannedAt = null, stockedAt = null, driver = null } = byStop.get(stop) ?? {};
      const location = locations.get(stop.id);
      const { safetyHold = null, jofemarState = null } = health.get(stop.id) ?? {};
      const estimate = estimates.get(estimateKey(stop));
      return {
        key: `${stop.id}#${stop.stockingIndex}`,
        route,
        stop: stop.stop,
        location: stop.id,
        name: location?.prettyName ?? null,
        status,
        scannedAt,
        stockedAt,
        expectedTime: estimate?.expectedTime ?? null,
        accountTier: location?.accountTier ?? null,
        onlineDate: location?.onlineDate ?? null,
        safetyHold: safetyHold === null ? null : safetyHold ? "Yes" : "No",
        vendingState: jofemarState === null ? null : vendingStateLabel(jofemarState),
        driver,
        lastDriver: estimate?.lastDriver ?? null,
        late: false,
      };
    });
    const marked = markLate(rows);
    return {
      route,
      region,
      rows: marked,
      stops: marked,
      next: nextStop(marked),
      drivers: [...new Set(marked.toReversed().flatMap(({ driver }) => driver ?? []))],
      lastDriver: mostFrequent(marked.flatMap((row) => row.lastDriver ?? [])),
      counts: countsOf(marked),
    };
  });
}

/** The value that occurs most often, the first one of several; null without values. */
function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}

/** Marks stops as late that are not done although a later stop of the route was scanned or stocked. */
function markLate(rows: readonly StopRow[]): readonly StopRow[] {
  const lastReached = rows.findLastIndex(({ scannedAt, stockedAt }) => scannedAt !== null || stockedAt !== null);
  return rows.map((row, index) =>
    index < lastReached && ["NOT_STARTED", "VAN_TEMPERATURE_SET", "INCOMPLETE"].includes(row.status)
      ? { ...row, late: true }
      : row,
  );
}

function countsOf(rows: readonly StopRow[]): Counts {
  const countIn = (stage: Stage) => rows.filter(({ status }) => stageOf(status) === stage).length;
  return {
    stops: rows.length,
    done: countIn("done"),
    inProgress: countIn("inProgress"),
    problems: countIn("problem"),
    late: rows.filter(({ late }) => late).length,
  };
}

export function totalCounts(cards: readonly RouteCardData[]): Counts {
  const sum = (part: keyof Counts) => cards.reduce((total, { counts }) => total + counts[part], 0);
  return {
    stops: sum("stops"),
    done: sum("done"),
    inProgress: sum("inProgress"),
    problems: sum("problems"),
    late: sum("late"),
  };
}

export function statusLabel({ status }: Pick<StopRow, "status">): string {
  return STATUS_LABELS[status];
}
