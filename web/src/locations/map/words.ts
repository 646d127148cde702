/** What a mark is called, for those who point at it and those who hear it. */
import { allocationOf, STATUSES } from "../list/filters";
import { isCluster, type Mark, type StatusCounts } from "./clusters";

const number = new Intl.NumberFormat("en-US");

/** '37 locations: 30 LIVE, 7 OFFLINE', or 'IL_0001, Willis Tower, amber, LIVE, allocation ON'. */
export function nameOf(mark: Mark): string {
  if (isCluster(mark)) return `${howMany(mark.count)} locations: ${countsText(mark.byStatus)}`;
  const { id, prettyName, route, status, prod } = mark.location;
  return `${id}, ${prettyName}, ${route || "no route"}, ${status}, allocation ${allocationOf(prod)}`;
}

function countsText(counts: StatusCounts): string {
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${number.format(counts[status])} ${status}`)
    .join(", ");
}

/** What stands in a mark, and what its name begins with: '1,207'. */
export function howMany(count: number): string {
  return number.format(count);
}

/** 'Map of 1 location', 'Map of 2,312 locations'. */
export function mapTitle(count: number): string {
  return `Map of ${number.format(count)} ${count === 1 ? "location" : "locations"}`;
}
