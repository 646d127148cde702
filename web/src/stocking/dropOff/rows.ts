/** Builds the rows of the Drop Off Summary (DRP-1, DRP-4). */
import { compareNames } from "../../lib/formats";
import { toDriverAction } from "../day/actions";
import type { OpsLocations } from "../day/opsLocations";
import { areDropsDone } from "../rules/dropDone";
import { isListed, PENDING, type RowLocationType } from "../rules/dropOverride";
import type { DropAction, DropDay, DropSlip } from "./day";

export interface DropRow {
  /** Unique key: date#locationId&slip#stockingIndex. */
  readonly key: string;
  readonly location: string;
  readonly locationType: RowLocationType;
  readonly route: string;
  readonly slip: DropSlip;
  /** Pending, or the recorded status. */
  readonly status: string;
  readonly reason: string | null;
  readonly createdBy: string | null;
  /** Why the row is locked; undefined if it can be decided. */
  readonly lockReason: string | undefined;
}

/** The parsed data of an override. Fields are unvalidated. */
interface OverrideData {
  readonly packingSlipId?: unknown;
  readonly stockingIndex?: unknown;
  readonly originalDropOffDate?: unknown;
  readonly dropStatus?: unknown;
  readonly statusReason?: unknown;
  readonly userSubmitted?: unknown;
}

const LOCKED_REASON = "A status is already recorded";

/** Builds the rows of the listed drops, sorted by route and location. */
export function buildRows(day: DropDay, locations: OpsLocations): readonly DropRow[] {
  const routes = new Map(day.stops.map(({ id, stockingIndex, route }) => [`${id}#${stockingIndex}`, route]));
  const unreachable = new Set(day.unreachable.map(({ locationId }) => locationId));
  const done = areDropsDone(day.slips, [...day.stocked, ...day.droppedOff].map(toDriverAction));
  const overrides = groupByLocation(day.overrides);
  return day.slips
    .filter((slip, index) =>
      isListed(slip, { unreachable: unreachable.has(slip.locationId), stocked: done[index] ?? false }),
    )
    .map((slip): DropRow => {
      const { locationId, stockingIndex, uniqueId, dropOffDate } = slip;
      // Only the first decision counts. The list is sorted by time.
      const decision = (overrides.get(locationId) ?? []).find(
        ({ data }) =>
          data.originalDropOffDate === dropOffDate && data.packingSlipId === uniqueId && appliesTo(data, slip),
      );
      return {
        key: `${dropOffDate}#${locationId}&${uniqueId}#${stockingIndex}`,
        location: locationId,
        locationType: parseLocationType(locations.get(locationId)?.type),
        route: routes.get(`${locationId}#${stockingIndex}`) ?? slip.route,
        slip,
        status: nonEmptyText(decision?.data.dropStatus) ?? PENDING,
        reason: nonEmptyText(decision?.data.statusReason),
        createdBy: decision ? (nonEmptyText(decision.data.userSubmitted) ?? decision.action.user) : null,
        lockReason: decision ? LOCKED_REASON : undefined,
      };
    })
    .sort(
      (a, b) =>
        compareNames(a.route, b.route) ||
        compareNames(a.location, b.location) ||
        compareNames(a.slip.uniqueId, b.slip.uniqueId) ||
        a.slip.stockingIndex - b.slip.stockingIndex,
    );
}

interface ParsedOverride {
  readonly action: DropAction;
  readonly data: OverrideData;
}

function groupByLocation(actions: readonly DropAction[]): ReadonlyMap<string, readonly ParsedOverride[]> {
  const grouped = new Map<string, ParsedOverride[]>();
  for (const action of actions.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    const group = grouped.get(action.locationId);
    const entry = { action, data: parseOverrideData(action.data) };
    if (group) group.push(entry);
    else grouped.set(action.locationId, [entry]);
  }
  return grouped;
}

/** Parses override data. Returns an empty object for invalid JSON. */
function parseOverrideData(text: string): OverrideData {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? data : {};
  } catch {
    return {};
  }
}

/** Whether an override applies to a slip. A missing slip or stocking matches any. */
function appliesTo({ packingSlipId, stockingIndex }: OverrideData, slip: DropSlip): boolean {
  return (
    (typeof packingSlipId !== "string" || packingSlipId === slip.uniqueId) &&
    (typeof stockingIndex !== "number" || stockingIndex === slip.stockingIndex)
  );
}

function parseLocationType(type: string | undefined): RowLocationType {
  return type === "FRIDGE" || type === "WHOLESALE" ? type : "UNKNOWN";
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
