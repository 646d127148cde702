import { useQuery } from "@tanstack/react-query";
import { useMyPermissions } from "../session/permissions";
import { locationQuery } from "./locationQuery";

/**
 * Reads a location for screens that also work without permission to view it: null if it does not exist, undefined if
 * that is unknown. `pending` is true while permissions or the location load.
 */
export function useLocationIfPermitted(id: string) {
  const { isLoaded, may } = useMyPermissions();
  const allowed = isLoaded && may("GetSpecificLocation");
  const { data, isPending } = useQuery({ ...locationQuery(id), enabled: allowed });
  return { location: data, allowed, pending: !isLoaded || (allowed && isPending) };
}
