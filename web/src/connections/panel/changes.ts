/** Changes the certificates of a fridge. */
import type { QueryClient } from "@tanstack/react-query";
import { kindOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import { connectionHistoryQuery, connectionQuery, type FridgeConnection } from "../connection";
import {
  allowFridgeReplacementDocument,
  issueFridgeCertificateDocument,
  revokeFridgeCertificateDocument,
  type AllowFridgeReplacementMutationVariables,
  type IssueFridgeCertificateMutation,
  type IssueFridgeCertificateMutationVariables,
  type RevokeFridgeCertificateMutationVariables,
} from "../operations.generated";

export type IssuedCertificate = IssueFridgeCertificateMutation["issueFridgeCertificate"];

/** Issues a certificate from a request. A repeated request returns the same certificate. */
export async function issueCertificate(
  client: QueryClient,
  input: IssueFridgeCertificateMutationVariables,
): Promise<IssuedCertificate> {
  const { issueFridgeCertificate: issued } = await graphql(issueFridgeCertificateDocument, input);
  cacheConnection(client, issued.connection);
  return issued;
}

export async function revokeCertificate(
  client: QueryClient,
  input: RevokeFridgeCertificateMutationVariables & { readonly id: string },
): Promise<void> {
  await changeConnection(client, input.id, async () => {
    return (await graphql(revokeFridgeCertificateDocument, input)).revokeFridgeCertificate;
  });
}

/** Allows a new computer to request a certificate for 24 hours, or ends this. */
export async function allowReplacement(
  client: QueryClient,
  input: AllowFridgeReplacementMutationVariables & { readonly id: string },
): Promise<void> {
  await changeConnection(client, input.id, async () => {
    return (await graphql(allowFridgeReplacementDocument, input)).allowFridgeReplacement;
  });
}

/** Caches the result of a change. After a conflict, reads the saved version, so that the user can repeat the change. */
async function changeConnection(client: QueryClient, id: string, change: () => Promise<FridgeConnection>) {
  try {
    cacheConnection(client, await change());
  } catch (error) {
    if (kindOf(error) === "conflict") await client.invalidateQueries({ queryKey: connectionQuery(id).queryKey });
    throw error;
  }
}

function cacheConnection(client: QueryClient, connection: FridgeConnection): void {
  const { locationId } = connection;
  client.setQueryData(connectionQuery(locationId).queryKey, connection);
  void client.invalidateQueries({ queryKey: connectionHistoryQuery(locationId).queryKey });
}
