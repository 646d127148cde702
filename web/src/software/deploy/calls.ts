/** The calls of deployments and roll backs. */
import { graphql } from "../../api/graphql";
import {
  putFridgeSoftwarePilotDocument,
  rollBackFridgeArtifactsDocument,
  updateFridgeArtifactsDocument,
} from "../operations.generated";
import type { Answer, Calls, SoftwareOrder } from "./deploy";

export const calls: Calls = {
  update: async (order) => (await graphql(updateFridgeArtifactsDocument, order)).updateFridgeArtifacts,
  putPilot: async (pilot) => (await graphql(putFridgeSoftwarePilotDocument, pilot)).putFridgeSoftwarePilot,
};

export async function rollBack(order: SoftwareOrder & { readonly fridges: readonly string[] }): Promise<Answer> {
  return (await graphql(rollBackFridgeArtifactsDocument, order)).rollBackFridgeArtifacts;
}
