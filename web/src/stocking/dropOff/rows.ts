/** The drops of a day as rows (spec of fleet operations, 2.5, 3, 4.5 and 5). */
import { deedOf } from "../day/actions";
import type { OpsLocations } from "../day/opsLocations";
import { dropsDone } from "../rules/dropDone";
import { isListed, PENDING, type RowLocationType } from "../rules/dropOverride";
import type { DropAction, DropDay, DropSlip } from "./day";

export interface DropRow {
  /** The extended id: date#locationId&slip#stockingIndex. */
  readonly key: string;
  readonly location: string;
  readonly locationType: RowLocationType;
  readonly route: string;
  readonly slip: DropSlip;
  /** Pending, or what was decided. */
  readonly status: string;
  readonly reason: string | null;
  readonly createdBy: string | null;
  /** Why it can no longer be decided. */
  readonly lock: string | undefined;
}

interface Told {
  readonly packingSlipId?: unknown;
  readonly stockingIndex?: unknown;
  readonly originalDropOffDate?: unknown;
  readonly dropStatus?: unknown;
  readonly statusReason?: unknown;
  readonly userSubmitted?: unknown;
}

const DECIDED = "A status is recorded already";
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Those that dispatchers follow, by route and location. */
export function rowsOf(day: DropDay, locations: OpsLocations): readonly DropRow[] {
  const routes = new Map(day.stops.map(({ id, stockingIndex, route }) => [`${id}#${stockingIndex}`, route]));
  const unreachable = new Set(day.unreachable.map(({ locationId }) => locationId));
  const done = dropsDone(day.slips, [...day.stocked, ...day.droppedOff].map(deedOf));
  const overrides = byLocation(day.overrides);
  return day.slips
    .filter((slip, index) =>
      isListed(slip, { unreachable: unreachable.has(slip.locationId), stocked: done[index] ?? false }),
    )
    .map((slip): DropRow => {
      const { locationId, stockingIndex, uniqueId, dropOffDate } = slip;
      // The first decision is the one that counts; the list is by time.
      const decision = (overrides.get(locationId) ?? []).find(
        ({ told }) =>
          told.originalDropOffDate === dropOffDate && told.packingSlipId === uniqueId && isAbout(told, slip),
      );
      return {
        key: `${dropOffDate}#${locationId}&${uniqueId}#${stockingIndex}`,
        location: locationId,
        locationType: typeOf(locations.get(locationId)?.type),
        route: routes.get(`${locationId}#${stockingIndex}`) ?? slip.route,
        slip,
        status: textOf(decision?.told.dropStatus) ?? PENDING,
        reason: textOf(decision?.told.statusReason),
        createdBy: decision ? (textOf(decision.told.userSubmitted) ?? decision.action.user) : null,
        lock: decision ? DECIDED : undefined,
      };
    })
    .sort(
      (a, b) =>
        natural.compare(a.route, b.route) ||
        natural.compare(a.location, b.location) ||
        natural.compare(a.slip.uniqueId, b.slip.uniqueId) ||
        a.slip.stockingIndex - b.slip.stockingIndex,
    );
}

interface ToldAction {
  readonly action: DropAction;
  readonly told: Told;
}

function byLocation(actions: readonly DropAction[]): ReadonlyMap<string, readonly ToldAction[]> {
  const grouped = new Map<string, ToldAction[]>();
  for (const action of actions.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    const known = grouped.get(action.locationId);
    const entry = { action, told: toldOf(action.data) };
    if (known) known.push(entry);
    else grouped.set(action.locationId, [entry]);
  }
  return grouped;
}

/** Text that makes no sense says nothing. */
function toldOf(text: string): Told {
  try {
    const told: unknown = JSON.parse(text);
    return typeof told === "object" && told !== null ? told : {};
  } catch {
    return {};
  }
}

/** Whether what was told is about this slip: what says neither slip nor stocking is about all of the location. */
function isAbout({ packingSlipId, stockingIndex }: Told, slip: DropSlip): boolean {
  return (
    (typeof packingSlipId !== "string" || packingSlipId === slip.uniqueId) &&
    (typeof stockingIndex !== "number" || stockingIndex === slip.stockingIndex)
  );
}

function typeOf(type: string | undefined): RowLocationType {
  return type === "FRIDGE" || type === "WHOLESALE" ? type : "UNKNOWN";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** By location id. */
export function findRows(rows: readonly DropRow[], text: string): readonly DropRow[] {
  const wanted = text.trim().toLowerCase();
  return wanted ? rows.filter(({ location }) => location.toLowerCase().includes(wanted)) : rows;
}
