/** The accessible names and tooltips of the map and its markers. */
import { formatCount, formatNumber } from "../../lib/formats";
import { allocationOf, STATUSES } from "../list/filters";
import { isCluster, type Marker, type StatusCounts } from "./clusters";

/** '37 locations: 30 LIVE, 7 OFFLINE', or 'IL_0001, Willis Tower, amber, LIVE, allocation ON'. */
export function markerLabel(marker: Marker): string {
  if (isCluster(marker)) return `${formatNumber(marker.count)} locations: ${formatStatusCounts(marker.byStatus)}`;
  const { id, prettyName, route, status, prod } = marker.location;
  return `${id}, ${prettyName}, ${route || "no route"}, ${status}, allocation ${allocationOf(prod)}`;
}

function formatStatusCounts(counts: StatusCounts): string {
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${formatNumber(counts[status])} ${status}`)
    .join(", ");
}

/** 'Map of 1 location', 'Map of 2,312 locations'. */
export function mapLabel(count: number): string {
  return `Map of ${formatCount(count, "location")}`;
}
