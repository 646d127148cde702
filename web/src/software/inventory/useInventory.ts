import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LocationStatus } from "../../api/schema";
import { fleetQuery, together } from "../../locations/fleetList";
import { useUser } from "../../session/user";
import { activePilots, fridgeArtifacts, reloadSoftware } from "../queries";
import { rowsOf, type Row } from "./rows";
import { STATUSES } from "./filters";

const NOTHING: readonly Row[] = [];

/**
 * The fridges of these statuses (none: of all) with their software. Locations come from the cache first and are then
 * refreshed; those of a status that is not asked for are not loaded.
 */
export function useInventory(statuses: readonly LocationStatus[]) {
  const { sub } = useUser();
  const client = useQueryClient();
  const wanted = statuses.length === 0 ? STATUSES : statuses;
  const fleets = useQueries({
    queries: STATUSES.map((status) => ({ ...fleetQuery(sub, status), enabled: wanted.includes(status) })),
    combine: (all) => ({
      fleets: all.map(({ data }) => data),
      error: all.find(({ error }) => error)?.error ?? null,
      isFetching: all.some(({ isFetching }) => isFetching),
      retry: () => {
        for (const one of all) if (one.error) void one.refetch();
      },
    }),
  });
  const artifacts = useQuery(fridgeArtifacts);
  const pilots = useQuery(activePilots);

  const [live, dead, offline] = fleets.fleets;
  const names = wanted.join();
  const loaded = useMemo(
    () =>
      STATUSES.flatMap((status, index) =>
        names.split(",").includes(status) ? ([live, dead, offline][index] ?? []) : [],
      ),
    [live, dead, offline, names],
  );
  const rows = useMemo(
    () => (loaded.length > 0 && artifacts.data ? rowsOf(together(loaded), artifacts.data, pilots.data ?? []) : NOTHING),
    [loaded, artifacts.data, pilots.data],
  );
  return {
    rows,
    /** Of one of the statuses: the oldest. */
    fleet: loaded.toSorted((a, b) => (a.asOf ?? 0) - (b.asOf ?? 0))[0],
    pilots: pilots.data ?? [],
    locationsError: fleets.error,
    error: artifacts.error ?? pilots.error,
    ready: loaded.length === wanted.length && artifacts.data !== undefined,
    isFetching: fleets.isFetching || artifacts.isFetching || pilots.isFetching,
    retry: () => {
      fleets.retry();
      if (artifacts.error) void artifacts.refetch();
      if (pilots.error) void pilots.refetch();
    },
    refresh: () => {
      void reloadSoftware(client);
      for (const status of wanted) void client.invalidateQueries({ queryKey: fleetQuery(sub, status).queryKey });
    },
  };
}
