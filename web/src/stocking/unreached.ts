/** What drivers could not reach today: one type of action, and few of them. */
import { queryOptions } from "@tanstack/react-query";
import { readActions } from "./day/actions";
import { stockingDayOf } from "./rules/stockingDay";

export function unreachedQuery(now: Date) {
  const day = stockingDayOf(now);
  return queryOptions({
    queryKey: ["stocking", "unreached", day],
    queryFn: async ({ signal }) =>
      new Set((await readActions("LocationUnreachable", day, signal)).map(({ locationId }) => locationId)).size,
  });
}
