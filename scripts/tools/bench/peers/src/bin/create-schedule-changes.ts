/** GraphQL mutation `createScheduleChanges`: schedules changes of locations. It supports the attribute `stop`. */

import { createHash } from "node:crypto";
import { append, formatUuid } from "../audit";
import { getAll, mapConcurrently, queryAll, table, writeGroups, type Item } from "../aws";
import { serve, type Call } from "../runtime";

const LOCATIONS = table("LOCATIONS_TABLE");
const CHANGES = table("SCHEDULE_CHANGES_TABLE");
const NAMESPACE = Buffer.from("6c61726465724a3e9c1d5ced01edc4a6", "hex");
const MAX_CHANGES = 1000;
const MAX_PENDING = 200;
const QUERY_CONCURRENCY = 24;
const ENQUEUE_WINDOW = 120_000;
const SHARDS = 4n;

interface Requested {
  readonly location: string;
  readonly attribute: string;
  readonly value: string;
  readonly dateTime: string;
}

/** A UUID of version 5: a hash of the namespace and the name. */
function uuidV5(name: string): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return formatUuid(bytes);
}

function parse({ location, attribute, value, dateTime }: Requested, position: number, { user, now }: Call) {
  const at = new Date(dateTime);
  if (Number.isNaN(at.getTime())) throw new Error(`input.${position}.dateTime should be a time in ISO 8601 with an offset`);
  if (at.getTime() < Date.parse(now) - 60_000) throw new Error(`input.${position}.dateTime: Choose a time in the future`);
  if (attribute !== "stop") throw new Error(`input.${position}.attribute cannot be scheduled`);
  const parsed: unknown = JSON.parse(value);
  if (!/^\d{1,9}$/.test(String(parsed))) throw new Error(`input.${position}.value: stop should contain digits only`);
  const actionTime = at.toISOString();
  return {
    uuid: uuidV5(`${location}/${attribute}/${actionTime}`),
    actionTime,
    id: location,
    user,
    version: 1,
    change: { id: location, table: "Locations", attribute, value: JSON.stringify(parsed) },
    state: "PENDING",
  };
}

type Change = ReturnType<typeof parse>;

async function pendingOf(id: string): Promise<Item[]> {
  return queryAll({
    TableName: CHANGES,
    IndexName: "byLocation",
    KeyConditionExpression: "#n0 = :v0",
    FilterExpression: "#n1 = :v1",
    ExpressionAttributeNames: { "#n0": "id", "#n1": "state" },
    ExpressionAttributeValues: { ":v0": id, ":v1": "PENDING" },
  });
}

/** The location as it will be at the time of the change, with the pending changes until then applied. */
function locationAt(location: Item, pending: readonly Item[], actionTime: string): Item {
  const current: Item = { ...location };
  const earlier = pending.filter((change) => String(change["actionTime"]) <= actionTime);
  for (const change of earlier.sort((one, other) => (String(one["actionTime"]) < String(other["actionTime"]) ? -1 : 1))) {
    const { attribute, value } = change["change"] as { attribute: string; value: string };
    current[attribute] = JSON.parse(value);
  }
  return current;
}

function store(change: Change, call: Call) {
  const shard = BigInt(`0x${change.uuid.replaceAll("-", "")}`) % SHARDS;
  const { attribute, value } = change.change;
  return [
    {
      Put: {
        TableName: CHANGES,
        Item: {
          ...change,
          author: call.sub,
          stateShard: `PENDING#${shard}`,
          dueAt: new Date(Date.parse(change.actionTime) - ENQUEUE_WINDOW).toISOString(),
        },
        ConditionExpression: "attribute_not_exists(#n0)",
        ExpressionAttributeNames: { "#n0": "uuid" },
      },
    },
    append({ subject: `LOCATION#${change.id}`, about: { kind: "LOCATION", id: change.id } }, "SCHEDULED", call, [
      { attribute, from: null, to: JSON.parse(value) },
      { attribute: "actionTime", from: null, to: change.actionTime },
    ]),
  ];
}

void serve({
  name: "createScheduleChanges",
  actions: ["AddScheduledEvent", "UpdateLocation"],
  async run(input, call) {
    const { input: requested } = input as unknown as { input: readonly Requested[] };
    if (requested.length === 0 || requested.length > MAX_CHANGES) throw new Error(`Schedule 1 to ${MAX_CHANGES} changes at a time`);
    const changes = requested.map((change, position) => parse(change, position, call));
    const ids = [...new Set(changes.map(({ id }) => id))].sort();
    const found = await getAll(LOCATIONS, ids.map((id) => ({ id })));
    const locations = new Map(found.map((location) => [String(location["id"]), location]));
    const pending = new Map(
      await mapConcurrently(ids, QUERY_CONCURRENCY, async (id): Promise<[string, Item[]]> => [id, await pendingOf(id)]),
    );
    for (const { id, actionTime } of changes) {
      const location = locations.get(id);
      if (location === undefined) throw new Error(`There is no location ${id}`);
      const others = pending.get(id) ?? [];
      if (others.length >= MAX_PENDING) throw new Error(`${id} can have at most ${MAX_PENDING} pending changes`);
      locationAt(location, others, actionTime);
    }
    await writeGroups(changes.map((change) => store(change, call)));
    return { created: changes, failed: [] };
  },
});
