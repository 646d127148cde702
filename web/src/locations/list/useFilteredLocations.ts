import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LocationStatus } from "../../api/schema";
import { filterLocations, type Filters } from "./filters";
import { fleetQuery } from "./load";
import { indexLocations, type IndexedLocation } from "./locationIndex";

const NO_LOCATIONS: readonly IndexedLocation[] = [];

/** The locations of one status and those that match the other filters. Loads nothing unless `enabled`. */
export function useFilteredLocations(
  user: string,
  status: LocationStatus,
  filters: Omit<Filters, "status">,
  enabled = true,
) {
  const { text, driver, allocation } = filters;
  const { data, error, isFetching, refetch } = useQuery({ ...fleetQuery(user, status), enabled });
  const fleet = enabled ? data : undefined;
  const indexed = useMemo(() => (fleet ? indexLocations(fleet.locations) : NO_LOCATIONS), [fleet]);
  const filtered = useMemo(
    () => filterLocations(indexed, { text, driver, status, allocation }),
    [indexed, text, driver, status, allocation],
  );
  const asOf = fleet?.quick?.at ?? fleet?.asOf ?? null;
  return { fleet, asOf, indexed, filtered, error: enabled ? error : null, isFetching, refetch };
}
