/** What the fridges have, what there is to be deployed, the pilots, and a fridge's history. */
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

export type Pilot = GetFridgeSoftwarePilotsQuery["getFridgeSoftwarePilots"]["items"][number];
export type SoftwareChange = FridgeSoftwareHistoryQuery["fridgeSoftwareHistory"]["items"][number];

/** The versions of a fridge, by software. */
export type Versions = Readonly<Partial<Record<ArtifactType, string>>>;

/** A visit this soon after a load does without another. */
const FRESH = 30_000;

/** The versions of each fridge of which any is known. */
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
            const known = byFridge.get(fridge);
            if (known) known[artifactType] = versionName;
            else byFridge.set(fridge, { [artifactType]: versionName });
          }
        }
      }
      nextToken = page.getFridgeArtifacts.nextToken;
    } while (nextToken !== null);
    return byFridge;
  },
  staleTime: FRESH,
  refetchOnWindowFocus: false,
  // Comparing 80,000 versions with those before would take longer than drawing what is seen of them.
  structuralSharing: false,
});

/** The raw versions in the artifacts bucket, by software. */
export const availableArtifacts = queryOptions({
  queryKey: ["software", "available"],
  queryFn: async ({ signal }) => {
    const answer = await graphql(getAvailableFridgeArtifactsDocument, {}, { signal });
    return new Map(
      answer.getAvailableFridgeArtifacts.map(({ artifactType, availableVersions }) => [
        artifactType,
        availableVersions,
      ]),
    );
  },
  staleTime: FRESH,
  structuralSharing: false,
});

/** The pilots that go on, by id. */
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
  staleTime: FRESH,
});

/** What was deployed to a fridge, newest first, a page at a time. */
export function softwareHistory(id: string) {
  return infiniteQueryOptions({
    queryKey: ["software", "history", id],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(fridgeSoftwareHistoryDocument, { id, nextToken: pageParam }, { signal })).fridgeSoftwareHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** What the fridge told last of what it runs; null where it never told. */
export function runningSoftware(id: string) {
  return queryOptions({
    queryKey: ["software", "running", id],
    queryFn: async ({ signal }) => {
      const { fridgeHealth } = await graphql(fridgeHealthDocument, { filter: { locationIds: [id] } }, { signal });
      const [told] = fridgeHealth.fridgeData;
      if (!told) return null;
      const versions = told.software.map(({ artifactType, version }) => [artifactType, version]);
      return { timestamp: told.timestamp, versions: Object.fromEntries(versions) as Versions };
    },
  });
}

/** After a deployment: all of it again, when it is looked at. */
export function reloadSoftware(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["software"] });
}
