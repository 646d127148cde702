/** Queries for deployed and available versions, pilots, and the software history of a fridge. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { ArtifactType } from "../api/schema";
import {
  fridgeHealthDocument,
  fridgeSoftwareHistoryDocument,
  getAvailableFridgeArtifactsDocument,
  getFridgeArtifactsDocument,
  getFridgeSoftwarePilotsDocument,
  type FridgeSoftwareHistoryQuery,
  type GetFridgeArtifactsQuery,
  type GetFridgeSoftwarePilotsQuery,
} from "./operations.generated";
import { LIST_STALE_TIME } from "../lib/staleTime";

export type Pilot = GetFridgeSoftwarePilotsQuery["getFridgeSoftwarePilots"]["items"][number];
export type SoftwareChange = FridgeSoftwareHistoryQuery["fridgeSoftwareHistory"]["items"][number];

/** The versions of a fridge, by artifact type. */
export type Versions = Readonly<Partial<Record<ArtifactType, string>>>;

export const QUERY_FAILURE = "There was an error querying data, please refresh page and try again.";

/** Reads the deployed versions of all fridges that have any. */
export const fridgeArtifacts = queryOptions({
  queryKey: ["software", "artifacts"],
  queryFn: async ({ signal }) => {
    const byFridge = new Map<string, Partial<Record<ArtifactType, string>>>();
    let nextToken: string | null = null;
    do {
      const page: GetFridgeArtifactsQuery = await graphql(getFridgeArtifactsDocument, { nextToken }, { signal });
      for (const { artifactType, versions } of page.getFridgeArtifacts.items) {
        for (const { versionName, fridgesDeployedTo } of versions) {
          for (const fridge of fridgesDeployedTo) {
            const fridgeVersions = byFridge.get(fridge);
            if (fridgeVersions) fridgeVersions[artifactType] = versionName;
            else byFridge.set(fridge, { [artifactType]: versionName });
          }
        }
      }
      nextToken = page.getFridgeArtifacts.nextToken;
    } while (nextToken !== null);
    return byFridge;
  },
  staleTime: LIST_STALE_TIME,
  refetchOnWindowFocus: false,
  // Comparing 80,000 versions with the previous ones would take longer than rendering the visible ones.
  structuralSharing: false,
});

/** Reads the raw versions in the artifacts bucket, by artifact type. */
export const availableArtifacts = queryOptions({
  queryKey: ["software", "available"],
  queryFn: async ({ signal }) => {
    const response = await graphql(getAvailableFridgeArtifactsDocument, {}, { signal });
    return new Map(
      response.getAvailableFridgeArtifacts.map(({ artifactType, availableVersions }) => [
        artifactType,
        availableVersions,
      ]),
    );
  },
  staleTime: LIST_STALE_TIME,
  structuralSharing: false,
});

/** Reads all active pilots, sorted by id. */
export const activePilots = queryOptions({
  queryKey: ["software", "pilots"],
  queryFn: async ({ signal }) => {
    const pilots: Pilot[] = [];
    let nextToken: string | null = null;
    do {
      const variables = { onlyShowActive: true, nextToken };
      const page: GetFridgeSoftwarePilotsQuery = await graphql(getFridgeSoftwarePilotsDocument, variables, { signal });
      pilots.push(...page.getFridgeSoftwarePilots.items);
      nextToken = page.getFridgeSoftwarePilots.nextToken;
    } while (nextToken !== null);
    return pilots.sort((a, b) => (a.id < b.id ? -1 : 1));
  },
  staleTime: LIST_STALE_TIME,
});

/** Reads the deployments to a fridge a page at a time, newest first. */
export function softwareHistory(id: string) {
  return infiniteQueryOptions({
    queryKey: ["software", "history", id],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(fridgeSoftwareHistoryDocument, { id, nextToken: pageParam }, { signal })).fridgeSoftwareHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** Reads the versions that the fridge last reported; null if it never reported. */
export function runningSoftware(id: string) {
  return queryOptions({
    queryKey: ["software", "running", id],
    queryFn: async ({ signal }) => {
      const { fridgeHealth } = await graphql(fridgeHealthDocument, { filter: { locationIds: [id] } }, { signal });
      const [report] = fridgeHealth.fridgeData;
      if (!report) return null;
      const versions = report.software.map(({ artifactType, version }) => [artifactType, version]);
      return { timestamp: report.timestamp, versions: Object.fromEntries(versions) as Versions };
    },
  });
}

/** Invalidates all software queries after a deployment. */
export function reloadSoftware(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["software"] });
}
