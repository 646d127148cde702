/** The clients and the helpers for tables that all peers share. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";

/** An item of a table. */
export type Item = Record<string, unknown>;
/** A key of a table. */
export type Key = Record<string, string>;
/** An action of a transaction. */
export type Action = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

export const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});

/** The number of partitions of all tables that are divided. */
export const SHARDS = 8;
const KEYS_PER_READ = 100;
const ACTIONS_PER_WRITE = 100;
const CONCURRENCY = 16;

/** The name of a table, from the environment. */
export function table(variable: string): string {
  const name = process.env[variable];
  if (name === undefined) throw new Error(`The variable ${variable} is not set`);
  return name;
}

/** The partition of a name: 32-bit FNV-1a modulo the number of partitions. */
export function shard(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % SHARDS;
}

/** The numbers of all partitions. */
export const ALL_SHARDS = Array.from({ length: SHARDS }, (_, index) => index);

/** The parts of `items` with at most `size` items each. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** Runs `work` for each item, at most `limit` at a time, and returns the results in order. */
export async function mapConcurrently<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/** Reads the items with these keys, in no order. */
export async function getAll(name: string, keys: readonly Key[], attributes: readonly string[] = []): Promise<Item[]> {
  const names = Object.fromEntries(attributes.map((attribute, index) => [`#n${index}`, attribute]));
  const projection =
    attributes.length === 0
      ? {}
      : { ProjectionExpression: Object.keys(names).join(", "), ExpressionAttributeNames: names };
  const read = async (batch: Key[]) => {
    const found: Item[] = [];
    let pending: Key[] = batch;
    for (let attempt = 0; pending.length > 0; attempt += 1) {
      if (attempt > 7) throw new Error(`${pending.length} keys were left unprocessed`);
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt * Math.random()));
      const response = await documents.send(
        new BatchGetCommand({ RequestItems: { [name]: { Keys: pending, ConsistentRead: true, ...projection } } }),
      );
      found.push(...(response.Responses?.[name] ?? []));
      pending = (response.UnprocessedKeys?.[name]?.Keys ?? []) as Key[];
    }
    return found;
  };
  return (await mapConcurrently(chunks(keys, KEYS_PER_READ), 8, read)).flat();
}

/** One page of a query. */
export async function query(input: QueryCommandInput): Promise<{ items: Item[]; last: Item | undefined }> {
  const response = await documents.send(new QueryCommand(input));
  return { items: response.Items ?? [], last: response.LastEvaluatedKey };
}

/** All pages of a query. */
export async function queryAll(input: QueryCommandInput): Promise<Item[]> {
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const { items, last } = await query({ ...input, ExclusiveStartKey: start });
    found.push(...items);
    start = last;
  } while (start !== undefined);
  return found;
}

/** The items of some groups of partitions. A sort key begins with the name of its group and `#`. */
interface Groups {
  readonly table: string;
  /** The names of the partition key and of the sort key. */
  readonly keys: readonly [string, string];
  readonly partitions: readonly { readonly partition: string; readonly names: readonly string[] }[];
  /** The attributes to read. The first one contains the name of the group. */
  readonly attributes: readonly string[];
}

const NAMES_PER_QUERY = 100;
const ITEMS_PER_QUERY = 1000;

/** All items of the groups, without the groups between them. */
export async function queryGroups({ table, keys, partitions, attributes }: Groups): Promise<Item[]> {
  const names = Object.fromEntries([...keys, ...attributes].map((name, index) => [`#n${index}`, name]));
  const read = async ({ partition, prefixes }: { partition: string; prefixes: string[] }) => {
    const groups = prefixes.map((prefix) => prefix.slice(0, -1));
    const end = groups.map((name) => `${name}$`).sort().at(-1);
    const values = Object.fromEntries(groups.map((name, index) => [`:v${index + 3}`, name]));
    const found: Item[] = [];
    let start = prefixes[0];
    while (start !== undefined) {
      const { items, last } = await query({
        TableName: table,
        KeyConditionExpression: "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2",
        FilterExpression: `#n2 IN (${Object.keys(values).join(", ")})`,
        ProjectionExpression: attributes.map((_, index) => `#n${index + 2}`).join(", "),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ":v0": partition, ":v1": start, ":v2": end, ...values },
        Limit: ITEMS_PER_QUERY,
      });
      found.push(...items);
      start = last === undefined ? undefined : nextStart(prefixes, String(last[keys[1]]));
    }
    return found;
  };
  const queries = partitions.flatMap(({ partition, names }) => {
    const prefixes = names.map((name) => `${name}#`).sort();
    return chunks(prefixes, NAMES_PER_QUERY).map((prefixes) => ({ partition, prefixes }));
  });
  return (await mapConcurrently(queries, CONCURRENCY, read)).flat();
}

/** The sort key at which to continue after `last`: in the same group, or at the next one. */
function nextStart(prefixes: readonly string[], last: string): string | undefined {
  if (prefixes.some((prefix) => last.startsWith(prefix))) return `${last}\0`;
  return prefixes.find((prefix) => prefix > last);
}

/** Writes groups of actions. Groups share requests; each group is written as a whole. */
export async function writeGroups(groups: readonly Action[][]): Promise<void> {
  const requests: Action[][] = [];
  for (const group of groups) {
    const last = requests.at(-1);
    if (last !== undefined && last.length + group.length <= ACTIONS_PER_WRITE) last.push(...group);
    else requests.push([...group]);
  }
  await mapConcurrently(requests, CONCURRENCY, (actions) =>
    documents.send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: randomUUID() })),
  );
}
