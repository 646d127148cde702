/** The progress of an immediate deployment: which fridges run the version that was deployed to them (SWR-19). */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import type { ArtifactType } from "../../api/schema";
import { paths } from "../../lib/paths";
import type { SoftwareTarget } from "../deploy/deploy";
import { EMPTY_SELECTION, withSelection } from "../inventory/filters";
import type { Row } from "../inventory/rows";
import { fridgeHealthDocument } from "../operations.generated";

/** How often the reports are read. A fridge reports about every 10 minutes. */
export const WATCH_POLL_MS = 30_000;
/** The first fridges of the list whose reports are read, as many as a deployment in stages has. */
export const MAX_WATCHED = 2_500;
/** The server's limit for one read. */
const MAX_FRIDGES_PER_READ = 200;

const WATCH_PARAM = "watch";

/** The address that lists the fridges with this deployed version, and the versions that they run. */
export function watchAddress({ artifactType, version }: SoftwareTarget): string {
  const filtered = { ...EMPTY_SELECTION, software: artifactType, versions: [version] };
  const params = withSelection(new URLSearchParams(), filtered);
  params.set(WATCH_PARAM, "yes");
  return `${paths.fridgeSoftware}?${params}`;
}

/** Whether the address shows the running versions. */
export const isWatching = (address: URLSearchParams): boolean => address.has(WATCH_PARAM);

export function withoutWatching(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(WATCH_PARAM);
  return next;
}

/** What a fridge last reported about one software. */
export interface Report {
  /** When it reported, as an ISO date and time. */
  readonly timestamp: string;
  /** Undefined if the report does not contain the software. */
  readonly version: string | undefined;
}

/** Reads what the fridges last reported about a software. Fridges that never reported are missing. */
export function reportsQuery(type: ArtifactType, fridges: readonly string[]) {
  return queryOptions({
    queryKey: ["software", "watch", type, fridges],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Report>> => {
      const reports = new Map<string, Report>();
      for (let start = 0; start < fridges.length; start += MAX_FRIDGES_PER_READ) {
        const locationIds = fridges.slice(start, start + MAX_FRIDGES_PER_READ);
        const { fridgeHealth } = await graphql(fridgeHealthDocument, { filter: { locationIds } }, { signal });
        for (const { locationId, timestamp, software } of fridgeHealth.fridgeData) {
          const version = software.find(({ artifactType }) => artifactType === type)?.version;
          reports.set(locationId, { timestamp, version });
        }
      }
      return reports;
    },
    staleTime: 0,
    structuralSharing: false,
  });
}

/** A fridge with the version that it should run and the version that it runs. */
export interface WatchedFridge {
  readonly fridge: string;
  readonly desired: string;
  readonly running: string | null;
  readonly reportedAt: string | null;
  /** Whether it runs the version that was deployed to it. */
  readonly isDone: boolean;
}

/** The fridges with a deployed version of the software. Fridges that do not run it yet are first. */
export function watchedFridges(
  rows: readonly Row[],
  type: ArtifactType,
  reports: ReadonlyMap<string, Report>,
): readonly WatchedFridge[] {
  const fridges = rows.slice(0, MAX_WATCHED).flatMap(({ id, versions }): WatchedFridge[] => {
    const desired = versions[type];
    if (desired === undefined) return [];
    const report = reports.get(id);
    const running = report?.version ?? null;
    return [{ fridge: id, desired, running, reportedAt: report?.timestamp ?? null, isDone: running === desired }];
  });
  return [...fridges.filter(({ isDone }) => !isDone), ...fridges.filter(({ isDone }) => isDone)];
}
