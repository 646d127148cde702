/** The dashboard's rows: what is planned, with what was told of it (spec of fleet operations, 3 and 4.4). */
import type { StopHealth } from "../day/health";
import type { OpsLocations } from "../day/opsLocations";
import type { Told } from "../day/day";
import { STATUS_LABELS, vendingStateLabel } from "../rules/labels";
import { progressOf, type Deed, type StopStatus } from "../rules/stopStatus";
import type { PlannedRoute } from "./choice";

/** A stop as a line of its route's card. */
export interface StopRow {
  readonly key: string;
  readonly route: string;
  readonly stop: number;
  readonly location: string;
  readonly status: StopStatus;
  readonly scannedAt: string | null;
  readonly stockedAt: string | null;
  readonly accountTier: string | null;
  /** The first stocking date. */
  readonly onlineDate: string | null;
  /** Nothing where it is not known. */
  readonly safetyHold: "Yes" | "No" | null;
  /** As it is shown. */
  readonly vendingState: string | null;
  readonly driver: string | null;
  /** The driver is past it, and it is not done. */
  readonly late: boolean;
}

export interface RouteCardData {
  readonly route: string;
  readonly region: string;
  /** Those to show, in their order. */
  readonly rows: readonly StopRow[];
  /** Of the whole route, whatever of it is shown. */
  readonly counts: Counts;
}

export interface Counts {
  readonly stops: number;
  readonly done: number;
  readonly underWay: number;
  /** Left behind, or not to be reached. */
  readonly troubled: number;
  readonly late: number;
}

type Stage = "ahead" | "underWay" | "done" | "troubled";

const STAGES: Readonly<Record<StopStatus, Stage>> = {
  NOT_STARTED: "ahead",
  VAN_TEMPERATURE_SET: "underWay",
  IN_PROGRESS: "underWay",
  INCOMPLETE: "troubled",
  COMPLETED: "done",
  UNREACHABLE_INCOMPLETE: "troubled",
  UNREACHABLE_COMPLETE: "troubled",
  CLEAROUT_COMPLETE: "done",
  CLEAROUT_DECOMMISSION_COMPLETE: "done",
};

export function stageOf(status: StopStatus): Stage {
  return STAGES[status];
}

export type HealthById = ReadonlyMap<string, StopHealth>;

interface Known {
  readonly told: Told;
  /** What was told since, of which some may be there already. */
  readonly since?: readonly Deed[];
  readonly locations: OpsLocations;
  readonly health: HealthById;
}

/**
 * The cards of routes. Progress is made of all planned stops of the day, so that a driver's scan on a route that is not
 * shown counts for one that is.
 */
export function cardsOf(
  shown: readonly PlannedRoute[],
  all: readonly PlannedRoute[],
  { told, since = [], locations, health }: Known,
): readonly RouteCardData[] {
  const stops = all.flatMap((route) => route.stops);
  const progress = progressOf(stops, told.slips, [...Object.values(told.actions).flat(), ...since]);
  const byStop = new Map(stops.map((stop, index) => [stop, progress[index]]));
  return shown.map(({ route, region, stops }) => {
    const rows = stops.map((stop): StopRow => {
      const { status = "NOT_STARTED", scannedAt = null, stockedAt = null, driver = null } = byStop.get(stop) ?? {};
      const location = locations.get(stop.id);
      const { safetyHold = null, jofemarState = null } = health.get(stop.id) ?? {};
      return {
        key: `${stop.id}#${stop.stockingIndex}`,
        route,
        stop: stop.stop,
        location: stop.id,
        status,
        scannedAt,
        stockedAt,
        accountTier: location?.accountTier ?? null,
        onlineDate: location?.onlineDate ?? null,
        safetyHold: safetyHold === null ? null : safetyHold ? "Yes" : "No",
        vendingState: jofemarState === null ? null : vendingStateLabel(jofemarState),
        driver,
        late: false,
      };
    });
    const judged = withLateness(rows);
    return { route, region, rows: judged, counts: countsOf(judged) };
  });
}

/** A stop is late when the driver left it behind: it is not done, and one further on the route was scanned or done. */
function withLateness(rows: readonly StopRow[]): readonly StopRow[] {
  const reached = rows.findLastIndex(({ scannedAt, stockedAt }) => scannedAt !== null || stockedAt !== null);
  return rows.map((row, index) =>
    index < reached && ["NOT_STARTED", "VAN_TEMPERATURE_SET", "INCOMPLETE"].includes(row.status)
      ? { ...row, late: true }
      : row,
  );
}

function countsOf(rows: readonly StopRow[]): Counts {
  const at = (stage: Stage) => rows.filter(({ status }) => stageOf(status) === stage).length;
  return {
    stops: rows.length,
    done: at("done"),
    underWay: at("underWay"),
    troubled: at("troubled"),
    late: rows.filter(({ late }) => late).length,
  };
}

export function sumOf(cards: readonly RouteCardData[]): Counts {
  const sum = (part: keyof Counts) => cards.reduce((total, { counts }) => total + counts[part], 0);
  return {
    stops: sum("stops"),
    done: sum("done"),
    underWay: sum("underWay"),
    troubled: sum("troubled"),
    late: sum("late"),
  };
}

export function statusLabel({ status }: Pick<StopRow, "status">): string {
  return STATUS_LABELS[status];
}
