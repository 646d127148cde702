/**
 * Derives the status of stops from driver actions (STK-4). Only the newest action of each kind counts, so the order and
 * the repetition of actions do not matter. The server follows the same cases, functions/stocking/cases/stop-status.json.
 */
export const STOP_STATUSES = [
  "NOT_STARTED",
  "VAN_TEMPERATURE_SET",
  "IN_PROGRESS",
  "INCOMPLETE",
  "COMPLETED",
  "UNREACHABLE_INCOMPLETE",
  "UNREACHABLE_COMPLETE",
  "CLEAROUT_COMPLETE",
  "CLEAROUT_DECOMMISSION_COMPLETE",
] as const;

export type StopStatus = (typeof STOP_STATUSES)[number];

/** A planned stop. */
export interface PlannedStop {
  /** The location id. */
  readonly id: string;
  readonly route: string;
  readonly stockingIndex: number;
}

/** A packing slip of the day. It links the actions that name it to a stocking. */
export interface SlipOfStop {
  readonly locationId: string;
  readonly uniqueId: string;
  readonly stockingIndex: number;
}

/** A driver action at a location. It applies to all stops there unless its data names a stocking, slip or route. */
export interface DriverAction {
  readonly eventType: string;
  readonly locationId: string;
  /** ISO 8601 in UTC with milliseconds, so that text order is time order. */
  readonly createdAt: string;
  readonly user: string;
  readonly data: DriverActionData;
}

export interface DriverActionData {
  /** The stocking. Takes precedence over the slip's stocking. */
  readonly stockingIndex?: number | undefined;
  readonly packingSlipId?: string | undefined;
  readonly route?: string | undefined;
}

export interface Progress {
  readonly status: StopStatus;
  /** When the slip was last scanned. */
  readonly scannedAt: string | null;
  /** When the stop was last stocked. */
  readonly stockedAt: string | null;
  /** The driver of the newest action. */
  readonly driver: string | null;
}

type ActionKind = "vanTemperature" | "scan" | "stocked" | "unreachable" | "removal" | "decommission";

/** The kind of each event type. Other types, such as DropOverride, do not affect the status. */
const KINDS: Readonly<Record<string, ActionKind>> = {
  VanTemperature: "vanTemperature",
  PackingSlipQuery: "scan",
  LocationStocked: "stocked",
  // Reported at locations without a fridge.
  DropOffComplete: "stocked",
  LocationUnreachable: "unreachable",
  InventoryRemoval: "removal",
  ClearOutDecommission: "decommission",
};

interface Occurrence {
  readonly at: string;
  readonly user: string;
}

/** The newest action of each kind at a stop. */
type LatestActions = Partial<Record<ActionKind, Occurrence>>;

/** Returns the progress of each stop, in the order of `stops`. */
export function stopProgress(
  stops: readonly PlannedStop[],
  slips: readonly SlipOfStop[],
  actions: readonly DriverAction[],
): readonly Progress[] {
  const latestByStop = stops.map((): LatestActions => ({}));
  const indexesByLocation = new Map<string, number[]>();
  stops.forEach(({ id }, index) => {
    const indexes = indexesByLocation.get(id);
    if (indexes) indexes.push(index);
    else indexesByLocation.set(id, [index]);
  });
  const stockingBySlip = new Map(slips.map((slip) => [slipKey(slip.locationId, slip.uniqueId), slip.stockingIndex]));
  const lastScans = new Map<string, string>();

  for (const { eventType, locationId, createdAt, user, data } of actions) {
    const kind = KINDS[eventType];
    if (!kind) continue;
    if (kind === "scan" && createdAt > (lastScans.get(user) ?? "")) lastScans.set(user, createdAt);
    const { stockingIndex, packingSlipId, route } = data;
    const slipStocking =
      packingSlipId === undefined ? undefined : stockingBySlip.get(slipKey(locationId, packingSlipId));
    const stocking = stockingIndex ?? slipStocking;
    const candidates = (indexesByLocation.get(locationId) ?? []).filter(
      (index) => stocking === undefined || stops[index]?.stockingIndex === stocking,
    );
    // The route decides only between several stops: a driver can cover for another route.
    const onRoute = candidates.filter((index) => stops[index]?.route.toLowerCase() === route?.toLowerCase());
    for (const index of onRoute.length > 0 ? onRoute : candidates) {
      const latest = latestByStop[index];
      if (latest) latest[kind] = newerOf(latest[kind], { at: createdAt, user });
    }
  }

  return latestByStop.map((latest) => ({
    status: statusOf(latest, latest.scan !== undefined && (lastScans.get(latest.scan.user) ?? "") > latest.scan.at),
    scannedAt: latest.scan?.at ?? null,
    stockedAt: latest.stocked?.at ?? null,
    driver: Object.values(latest).reduce<Occurrence | undefined>(newerOf, undefined)?.user ?? null,
  }));
}

/** @param scannedElsewhere whether the driver who scanned this slip later scanned another one */
function statusOf(latest: LatestActions, scannedElsewhere: boolean): StopStatus {
  if (latest.decommission) return "CLEAROUT_DECOMMISSION_COMPLETE";
  if (latest.removal) return "CLEAROUT_COMPLETE";
  if (latest.stocked) return "COMPLETED";
  if (latest.unreachable) return latest.scan ? "UNREACHABLE_COMPLETE" : "UNREACHABLE_INCOMPLETE";
  if (latest.scan) return scannedElsewhere ? "INCOMPLETE" : "IN_PROGRESS";
  return latest.vanTemperature ? "VAN_TEMPERATURE_SET" : "NOT_STARTED";
}

/** Returns the newer occurrence. The user id breaks ties, so that the order of actions does not matter. */
function newerOf(current: Occurrence | undefined, next: Occurrence): Occurrence {
  if (!current || next.at > current.at) return next;
  return next.at === current.at && next.user > current.user ? next : current;
}

function slipKey(locationId: string, uniqueId: string): string {
  return `${locationId}#${uniqueId}`;
}
