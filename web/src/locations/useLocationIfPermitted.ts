import { useQuery } from "@tanstack/react-query";
import { useMyPermissions } from "../session/permissions";
import { statusOf } from "../ui/query/query";
import { locationQuery } from "./locationQuery";

/**
 * Reads a location for screens that also work without permission to view it: null if it does not exist, undefined if
 * that is unknown. `pending` is true while permissions or the location load. After a failed read of the permissions, the
 * server decides.
 */
export function useLocationIfPermitted(id: string) {
  const { isPending, may } = useMyPermissions();
  const enabled = !isPending && may("GetSpecificLocation");
  const query = useQuery({ ...locationQuery(id), enabled });
  const status = statusOf(query);
  const allowed = enabled && status !== "forbidden";
  return {
    location: allowed ? query.data : undefined,
    allowed,
    pending: isPending || (enabled && status === "loading"),
  };
}
