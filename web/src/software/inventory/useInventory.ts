import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LocationStatus } from "../../api/schema";
import { fleetQuery, mergeFleets } from "../../locations/fleetList";
import { useUser } from "../../session/user";
import { activePilots, fridgeArtifacts, reloadSoftware } from "../queries";
import { buildRows, type Row } from "./rows";
import { STATUSES } from "./filters";

const NO_ROWS: readonly Row[] = [];

/**
 * Reads the fridges of the given statuses (empty: all) with their software. Returns cached locations first and refreshes
 * them. Does not load other statuses.
 */
export function useInventory(statuses: readonly LocationStatus[]) {
  const { sub } = useUser();
  const client = useQueryClient();
  const requested = statuses.length === 0 ? STATUSES : statuses;
  const fleets = useQueries({
    queries: STATUSES.map((status) => ({ ...fleetQuery(sub, status), enabled: requested.includes(status) })),
    combine: (all) => ({
      fleets: all.map(({ data }) => data),
      error: all.find(({ error }) => error)?.error ?? null,
      isFetching: all.some(({ isFetching }) => isFetching),
      retry: () => {
        for (const query of all) if (query.error) void query.refetch();
      },
    }),
  });
  const artifacts = useQuery(fridgeArtifacts);
  const pilots = useQuery(activePilots);

  const [live, dead, offline] = fleets.fleets;
  const names = requested.join();
  const loaded = useMemo(
    () =>
      STATUSES.flatMap((status, index) =>
        names.split(",").includes(status) ? ([live, dead, offline][index] ?? []) : [],
      ),
    [live, dead, offline, names],
  );
  const rows = useMemo(
    () =>
      loaded.length > 0 && artifacts.data ? buildRows(mergeFleets(loaded), artifacts.data, pilots.data ?? []) : NO_ROWS,
    [loaded, artifacts.data, pilots.data],
  );
  return {
    rows,
    /** The fleet list with the oldest data. */
    fleet: loaded.toSorted((a, b) => (a.asOf ?? 0) - (b.asOf ?? 0))[0],
    pilots: pilots.data ?? [],
    locationsError: fleets.error,
    error: artifacts.error ?? pilots.error,
    ready: loaded.length === requested.length && artifacts.data !== undefined,
    isFetching: fleets.isFetching || artifacts.isFetching || pilots.isFetching,
    retry: () => {
      fleets.retry();
      if (artifacts.error) void artifacts.refetch();
      if (pilots.error) void pilots.refetch();
    },
    refresh: () => {
      void reloadSoftware(client);
      for (const status of requested) void client.invalidateQueries({ queryKey: fleetQuery(sub, status).queryKey });
    },
  };
}
