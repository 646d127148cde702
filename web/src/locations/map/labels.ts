/** The accessible names and tooltips of the map and its markers. */
import { allocationOf, STATUSES } from "../list/filters";
import { isCluster, type Marker, type StatusCounts } from "./clusters";

const number = new Intl.NumberFormat("en-US");

/** '37 locations: 30 LIVE, 7 OFFLINE', or 'IL_0001, Willis Tower, amber, LIVE, allocation ON'. */
export function markerLabel(marker: Marker): string {
  if (isCluster(marker)) return `${formatCount(marker.count)} locations: ${formatStatusCounts(marker.byStatus)}`;
  const { id, prettyName, route, status, prod } = marker.location;
  return `${id}, ${prettyName}, ${route || "no route"}, ${status}, allocation ${allocationOf(prod)}`;
}

function formatStatusCounts(counts: StatusCounts): string {
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${number.format(counts[status])} ${status}`)
    .join(", ");
}

/** The text of a cluster, with which its label starts: '1,207'. */
export function formatCount(count: number): string {
  return number.format(count);
}

/** 'Map of 1 location', 'Map of 2,312 locations'. */
export function mapLabel(count: number): string {
  return `Map of ${number.format(count)} ${count === 1 ? "location" : "locations"}`;
}
