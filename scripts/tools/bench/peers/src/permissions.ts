/** The permissions of the caller. Each call reads them, so that changes take effect on the next call. */

import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { documents, table } from "./aws";

/** The identity of an AppSync call. */
export interface Identity {
  readonly claims: { readonly sub: string; readonly email: string; readonly aud: string; readonly token_use: string };
}

/** The caller lacks a permission. */
export class Forbidden extends Error {}

const NAME = table("PERMISSIONS_TABLE");

/** The actions that the caller holds. */
export async function loadActions({ claims }: Identity): Promise<Set<string>> {
  if (claims.token_use !== "id" || claims.aud !== process.env["USER_POOL_CLIENT_ID"]) {
    throw new Forbidden("The token is not of this application");
  }
  const { Item: item } = await documents.send(
    new GetCommand({
      TableName: NAME,
      Key: { user: claims.sub },
      ConsistentRead: true,
      ProjectionExpression: "#n0, #n1",
      ExpressionAttributeNames: { "#n0": "actions", "#n1": "disabled" },
    }),
  );
  if (item?.["disabled"] === true) throw new Forbidden("The account is disabled");
  const actions: unknown = item?.["actions"];
  return actions instanceof Set ? (actions as Set<string>) : new Set();
}
