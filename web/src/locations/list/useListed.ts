import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LocationStatus } from "../../api/schema";
import { filterLocations, type Filters } from "./filters";
import { fleetQuery } from "./load";
import { indexLocations, type IndexedLocation } from "./locationIndex";

const NOTHING: readonly IndexedLocation[] = [];

/** The locations of one status, and which of them the other filters let through. Nothing is asked for unless `wanted`. */
export function useListed(user: string, status: LocationStatus, filters: Omit<Filters, "status">, wanted = true) {
  const { text, driver, allocation } = filters;
  const { data, error, isFetching, refetch } = useQuery({ ...fleetQuery(user, status), enabled: wanted });
  const fleet = wanted ? data : undefined;
  const indexed = useMemo(() => (fleet ? indexLocations(fleet.locations) : NOTHING), [fleet]);
  const filtered = useMemo(
    () => filterLocations(indexed, { text, driver, status, allocation }),
    [indexed, text, driver, status, allocation],
  );
  const asOf = fleet?.quick?.at ?? fleet?.asOf ?? null;
  return { fleet, asOf, indexed, filtered, error: wanted ? error : null, isFetching, refetch };
}
