import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LocationStatus } from "../../api/schema";
import { filterLocations, type Filters } from "./filters";
import { fleetState } from "./fleetState";
import { fleetQuery } from "./load";
import { indexLocations, type IndexedLocation } from "./locationIndex";

const NO_LOCATIONS: readonly IndexedLocation[] = [];

/** The locations of one status and those that match the other filters. Loads nothing unless `enabled`. */
export function useFilteredLocations(
  user: string,
  status: LocationStatus,
  { text, driver, allocation }: Omit<Filters, "status">,
  enabled = true,
) {
  const loaded = fleetState(useQuery({ ...fleetQuery(user, status), enabled }));
  const query = enabled ? loaded : { ...loaded, data: undefined, error: null };
  const fleet = query.data;
  const indexed = useMemo(() => (fleet ? indexLocations(fleet.locations) : NO_LOCATIONS), [fleet]);
  const locations = useMemo(
    () => filterLocations(indexed, { text, driver, status, allocation }).map(({ location }) => location),
    [indexed, text, driver, status, allocation],
  );
  return { query, indexed, locations };
}
