/** The GraphQL mutations of deployments and rollbacks. */
import { graphql } from "../../api/graphql";
import {
  putFridgeSoftwarePilotDocument,
  rollBackFridgeArtifactsDocument,
  updateFridgeArtifactsDocument,
} from "../operations.generated";
import type { DeploymentApi, SoftwareTarget, UpdateResponse } from "./deploy";

export const deploymentApi: DeploymentApi = {
  update: async (request) => (await graphql(updateFridgeArtifactsDocument, request)).updateFridgeArtifacts,
  putPilot: async (pilot) => (await graphql(putFridgeSoftwarePilotDocument, pilot)).putFridgeSoftwarePilot,
};

export async function rollBack(
  request: SoftwareTarget & { readonly fridges: readonly string[] },
): Promise<UpdateResponse> {
  return (await graphql(rollBackFridgeArtifactsDocument, request)).rollBackFridgeArtifacts;
}
