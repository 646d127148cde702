/** GraphQL query `locations`: the locations list. */

import { ALL_SHARDS, query, table, type Item } from "../aws";
import { serve } from "../runtime";

const LOCATIONS = table("LOCATIONS_TABLE");
const MAX_PAGE_SIZE = 2500;
const STATUSES = new Set(["LIVE", "OFFLINE", "DEAD"]);

interface Arguments {
  readonly filter?: { readonly status?: string; readonly count?: number };
  readonly nextToken?: string | null;
}

/** The last sort key that was read, by partition. A partition that was read to its end is absent. */
type Position = Record<string, string>;

function decode(token: string | null | undefined): Position {
  if (token == null) return Object.fromEntries(ALL_SHARDS.map((shard) => [shard, ""]));
  return JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
}

function encode(position: Position): string | undefined {
  if (Object.keys(position).length === 0) return undefined;
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function summary(item: Item) {
  return {
    id: item["id"],
    type: item["type"],
    prettyName: item["prettyName"],
    address: item["address"],
    route: item["route"] ?? null,
    stop: item["stop"] ?? null,
    status: item["status"],
    publicStatus: item["publicStatus"],
    prod: item["prod"],
    market: item["market"] ?? null,
    timeZone: item["timeZone"],
    latitude: item["latitude"],
    longitude: item["longitude"],
    lastModified: item["lastModified"],
  };
}

void serve({
  name: "locations",
  actions: ["GetAllLocation"],
  async run(input) {
    const { filter = {}, nextToken } = input as unknown as Arguments;
    const { status = "LIVE", count = MAX_PAGE_SIZE } = filter;
    if (!STATUSES.has(status)) throw new Error("status should be LIVE, OFFLINE or DEAD");
    if (!Number.isInteger(count) || count < 1 || count > MAX_PAGE_SIZE) {
      throw new Error(`count should be a number in the range of 1 to ${MAX_PAGE_SIZE}!`);
    }
    const position = Object.entries(decode(nextToken));
    const read = position.slice(0, count);
    const limit = Math.max(Math.floor(count / read.length), 1);
    const slices = await Promise.all(
      read.map(async ([shard, after]) => {
        const { items, last } = await query({
          TableName: LOCATIONS,
          IndexName: "fleet",
          KeyConditionExpression: "#n0 = :v0 AND begins_with(#n1, :v1)",
          ExpressionAttributeNames: { "#n0": "fleetShard", "#n1": "fleetSort" },
          ExpressionAttributeValues: { ":v0": shard, ":v1": `${status}#` },
          Limit: limit,
          ...(after === "" ? {} : { ExclusiveStartKey: { fleetShard: shard, fleetSort: after, id: after.slice(after.indexOf("#") + 1) } }),
        });
        return { shard, items, last: last?.["fleetSort"] };
      }),
    );
    const next = Object.fromEntries(position.slice(count));
    for (const { shard, last } of slices) if (typeof last === "string") next[shard] = last;
    return { items: slices.flatMap(({ items }) => items.map(summary)), nextToken: encode(next) };
  },
});
