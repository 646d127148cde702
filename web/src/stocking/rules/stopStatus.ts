/**
 * How far a stop got: what drivers told of it, as one status (spec of fleet operations, 4.4). In whatever order the
 * actions come, and however often each, the status is the same: of each kind the newest counts. The server has the same
 * machine; `functions/stocking/cases/stop-status.json` holds both to the same answers.
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
  /** The location. */
  readonly id: string;
  readonly route: string;
  readonly stockingIndex: number;
}

/** A slip of the day: it says which stocking an action that names it is about. */
export interface SlipOfStop {
  readonly locationId: string;
  readonly uniqueId: string;
  readonly stockingIndex: number;
}

/** What a driver did at a location. Where its data does not say at which stop, it is about all stops there. */
export interface Deed {
  readonly eventType: string;
  readonly locationId: string;
  /** ISO 8601 in UTC with milliseconds, as the server writes it: such texts sort as the instants do. */
  readonly createdAt: string;
  readonly user: string;
  readonly data: DeedData;
}

export interface DeedData {
  /** At which stocking; it goes before what the slip says. */
  readonly stockingIndex?: number | undefined;
  readonly packingSlipId?: string | undefined;
  readonly route?: string | undefined;
}

export interface Progress {
  readonly status: StopStatus;
  /** When its slip was scanned last. */
  readonly scannedAt: string | null;
  /** When it was stocked last. */
  readonly stockedAt: string | null;
  /** Who did what was done last. */
  readonly driver: string | null;
}

type Kind = "vanTemperature" | "scan" | "stocked" | "unreachable" | "removal" | "decommission";

/** What an action tells of a stop; a dispatcher's override tells nothing. */
const KINDS: Readonly<Record<string, Kind>> = {
  VanTemperature: "vanTemperature",
  PackingSlipQuery: "scan",
  LocationStocked: "stocked",
  // At a location without a fridge.
  DropOffComplete: "stocked",
  LocationUnreachable: "unreachable",
  InventoryRemoval: "removal",
  ClearOutDecommission: "decommission",
};

interface Mark {
  readonly at: string;
  readonly user: string;
}

type Facts = Partial<Record<Kind, Mark>>;

/** How far each of `stops` got, in their order. */
export function progressOf(
  stops: readonly PlannedStop[],
  slips: readonly SlipOfStop[],
  deeds: readonly Deed[],
): readonly Progress[] {
  const facts = stops.map((): Facts => ({}));
  const at = new Map<string, number[]>();
  stops.forEach(({ id }, index) => {
    const there = at.get(id);
    if (there) there.push(index);
    else at.set(id, [index]);
  });
  const indexes = new Map(slips.map((slip) => [slipKey(slip.locationId, slip.uniqueId), slip.stockingIndex]));
  const lastScans = new Map<string, string>();

  for (const { eventType, locationId, createdAt, user, data } of deeds) {
    const kind = KINDS[eventType];
    if (!kind) continue;
    if (kind === "scan" && createdAt > (lastScans.get(user) ?? "")) lastScans.set(user, createdAt);
    const { stockingIndex, packingSlipId, route } = data;
    const ofSlip = packingSlipId === undefined ? undefined : indexes.get(slipKey(locationId, packingSlipId));
    const wanted = stockingIndex ?? ofSlip;
    const there = (at.get(locationId) ?? []).filter(
      (index) => wanted === undefined || stops[index]?.stockingIndex === wanted,
    );
    // A driver who covers for another route is at the stop all the same.
    const onRoute = there.filter((index) => stops[index]?.route.toLowerCase() === route?.toLowerCase());
    for (const index of onRoute.length > 0 ? onRoute : there) {
      const known = facts[index];
      if (known) known[kind] = later(known[kind], { at: createdAt, user });
    }
  }

  return facts.map((known) => ({
    status: statusOf(known, known.scan !== undefined && (lastScans.get(known.scan.user) ?? "") > known.scan.at),
    scannedAt: known.scan?.at ?? null,
    stockedAt: known.stocked?.at ?? null,
    driver: Object.values(known).reduce<Mark | undefined>(later, undefined)?.user ?? null,
  }));
}

/** @param wentOn whoever scanned the slip scanned something else later */
function statusOf(known: Facts, wentOn: boolean): StopStatus {
  if (known.decommission) return "CLEAROUT_DECOMMISSION_COMPLETE";
  if (known.removal) return "CLEAROUT_COMPLETE";
  if (known.stocked) return "COMPLETED";
  if (known.unreachable) return known.scan ? "UNREACHABLE_COMPLETE" : "UNREACHABLE_INCOMPLETE";
  if (known.scan) return wentOn ? "INCOMPLETE" : "IN_PROGRESS";
  return known.vanTemperature ? "VAN_TEMPERATURE_SET" : "NOT_STARTED";
}

function later(one: Mark | undefined, other: Mark): Mark {
  if (!one || other.at > one.at) return other;
  return other.at === one.at && other.user > one.user ? other : one;
}

function slipKey(locationId: string, uniqueId: string): string {
  return `${locationId}#${uniqueId}`;
}
