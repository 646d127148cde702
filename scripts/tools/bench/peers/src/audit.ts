/** Entries of the audit table. */

import { randomBytes } from "node:crypto";
import { shard, table, type Action } from "./aws";
import { centralDate } from "./central";
import type { Call } from "./runtime";

const AUDIT = table("AUDIT_TABLE");

/** The change of one attribute. */
export interface Change {
  readonly attribute: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The changed object. */
export interface Subject {
  readonly subject: string;
  readonly about: Readonly<Record<string, string>> & { readonly id: string };
}

/** A UUID of version 7: the time, then random bits. */
function uuidV7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return formatUuid(bytes);
}

/** The text of a UUID. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** The action that appends an entry. */
export function append({ subject, about }: Subject, event: string, { user, now }: Call, changes: readonly Change[]): Action {
  const entry = `${now}#${uuidV7()}`;
  const author = user.toLowerCase();
  const partition = shard(subject);
  return {
    Put: {
      TableName: AUDIT,
      Item: {
        subject,
        entry,
        at: now,
        user,
        event,
        about,
        changes,
        author,
        dayShard: `${centralDate(Date.parse(now))}#${partition}`,
        userShard: `${author}#${partition}`,
        object: about.id.toLowerCase(),
      },
      ConditionExpression: "attribute_not_exists(#n0)",
      ExpressionAttributeNames: { "#n0": "entry" },
    },
  };
}
