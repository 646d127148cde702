import { queryOptions } from "@tanstack/react-query";
import { readActions } from "./day/actions";
import { stockingDayOf } from "./rules/stockingDay";

/** Counts the locations that drivers reported as unreachable on the current stocking day. */
export function unreachableQuery(now: Date) {
  const day = stockingDayOf(now);
  return queryOptions({
    queryKey: ["stocking", "unreachable", day],
    queryFn: async ({ signal }) =>
      new Set((await readActions("LocationUnreachable", day, signal)).map(({ locationId }) => locationId)).size,
  });
}
