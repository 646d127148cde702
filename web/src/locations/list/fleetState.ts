import type { QueryState } from "../../ui/query/query";
import type { Fleet } from "./fleet";

/** The state of a fleet query with the fleet's own age. The query's age is wrong, because it also stores cached fleets. */
export function fleetState({ data, error, isFetching, refetch }: QueryState<Fleet>): QueryState<Fleet> {
  return { data, error, isFetching, dataUpdatedAt: data?.quick?.at ?? data?.asOf ?? 0, refetch };
}
