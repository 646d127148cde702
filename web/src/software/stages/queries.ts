/** Queries and mutations of deployments in stages. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/errors";
import { graphql } from "../../api/graphql";
import type { FridgeDeploymentScope, FridgeDeploymentTargetState } from "../../api/schema";
import {
  continueFridgeDeploymentDocument,
  createFridgeDeploymentDocument,
  fridgeDeploymentDocument,
  fridgeDeploymentsDocument,
  fridgeDeploymentTargetsDocument,
  pauseFridgeDeploymentDocument,
  rollBackFridgeDeploymentDocument,
  type CreateFridgeDeploymentMutationVariables,
  type FridgeDeploymentQuery,
  type FridgeDeploymentTargetsQuery,
} from "../operations.generated";
import { ACTIVE_POLL_MS, LIST_POLL_MS } from "../deploymentPolling";
import { isUnfinished, type Deployment } from "../rules/stages";

export type DeploymentDetail = NonNullable<FridgeDeploymentQuery["fridgeDeployment"]>;
export type DeploymentTarget = FridgeDeploymentTargetsQuery["fridgeDeploymentTargets"]["items"][number];

const KEY = "deployments";

/** The deployments, newest first, page by page. */
export const deploymentsQuery = infiniteQueryOptions({
  queryKey: [KEY, "list"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(fridgeDeploymentsDocument, { nextToken: pageParam }, { signal })).fridgeDeployments,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextToken,
  refetchInterval: LIST_POLL_MS,
});

/** One deployment with its progress and history. */
export function deploymentQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "detail", id],
    queryFn: async ({ signal }) => {
      const { fridgeDeployment } = await graphql(fridgeDeploymentDocument, { id }, { signal });
      if (!fridgeDeployment) throw new ApiError("notFound", `There is no deployment ${id}`);
      return fridgeDeployment;
    },
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data.deployment) ? ACTIVE_POLL_MS : false),
  });
}

/** The fridges of a deployment, of all states or of one, page by page. */
export function targetsQuery(id: string, state: FridgeDeploymentTargetState | null, polls: boolean) {
  return infiniteQueryOptions({
    queryKey: [KEY, "targets", id, state],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(fridgeDeploymentTargetsDocument, { id, state, nextToken: pageParam }, { signal }))
        .fridgeDeploymentTargets,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
    refetchInterval: polls ? ACTIVE_POLL_MS : false,
  });
}

export type NewDeployment = CreateFridgeDeploymentMutationVariables;

export async function createDeployment(request: NewDeployment): Promise<Deployment> {
  return (await graphql(createFridgeDeploymentDocument, request)).createFridgeDeployment;
}

/** A change of a deployment by a user. */
export type DeploymentChange =
  | { readonly kind: "continue"; readonly scope: FridgeDeploymentScope }
  | { readonly kind: "pause" }
  | { readonly kind: "rollBack" };

export async function changeDeployment(
  { id, version }: Pick<Deployment, "id" | "version">,
  change: DeploymentChange,
): Promise<Deployment> {
  switch (change.kind) {
    case "continue": {
      const { scope } = change;
      return (await graphql(continueFridgeDeploymentDocument, { id, version, scope })).continueFridgeDeployment;
    }
    case "pause":
      return (await graphql(pauseFridgeDeploymentDocument, { id, version, reason: null })).pauseFridgeDeployment;
    case "rollBack":
      return (await graphql(rollBackFridgeDeploymentDocument, { id, version, reason: null })).rollBackFridgeDeployment;
  }
}

/** Invalidates all queries of deployments after a change. */
export function reloadDeployments(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] });
}
