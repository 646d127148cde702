/** GraphQL mutation `uploadParMaps`: replaces the pars of stockings. */

import { append, type Change } from "../audit";
import { getAll, mapConcurrently, query, shard, table, writeGroups, type Action, type Item } from "../aws";
import { centralDate, dayNumber, midnight } from "../central";
import { serve, type Call } from "../runtime";

const PARS = table("PARS_TABLE");
const JIT = table("JIT_LOCATIONS_TABLE");
const LOCATIONS = table("LOCATIONS_TABLE");
const ORDERS = table("ORDERS_TABLE");
const MAX_GROUPS = 500;
const MAX_ITEMS = 500;
const MAX_PAR = 100_000;
const RETENTION_DAYS = 400;
const ORDERS_PER_QUERY = 50;
const LOCATION_ATTRIBUTES = [
  "id",
  "type",
  "accountTier",
  "onlineDate",
  "fulfillmentCenter",
  "opportunityName",
  "routingTag",
  "parkToFridgeInstructions",
  "route",
  "stop",
  "prettyName",
];

interface ParMap {
  readonly location: string;
  readonly deliveryDate: string;
  readonly dropOffDate: string;
  readonly jit: boolean | string;
  readonly stockingIndex?: number | string;
  readonly parsAndItems: readonly { readonly pars: number | string; readonly itemName: string }[];
  readonly overCapacityAmountsAndItems?: readonly { readonly overCapacityAmount: number | string; readonly itemName: string }[];
  readonly priorityBoostItems?: readonly string[];
}

interface Par {
  readonly par: number;
  readonly overCapacityAmount: number;
  readonly priorityBoost: boolean;
}

interface Group {
  readonly name: string;
  readonly location: string;
  readonly dropOffDate: string;
  readonly deliveryDate: string;
  readonly stockingIndex: number;
  readonly jit: boolean;
  readonly items: Record<string, Par>;
  readonly errors: string[];
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function parse(group: ParMap): Group {
  const errors: string[] = [];
  const stockingIndex = Number(group.stockingIndex ?? 1);
  if (!isDay(group.dropOffDate)) errors.push("dropOffDate should be a day in the format YYYY-MM-DD");
  if (!isDay(group.deliveryDate)) errors.push("deliveryDate should be a day in the format YYYY-MM-DD");
  if (!Number.isInteger(stockingIndex) || stockingIndex < 1) errors.push("stockingIndex should be a whole number");
  const flag = String(group.jit).toLowerCase();
  const jit = flag === "true";
  if (flag !== "true" && flag !== "false") errors.push("JIT cannot be applied. Accepted values are true or false.");
  if (jit && group.deliveryDate !== group.dropOffDate) errors.push("JIT cannot be applied. Delivery Date must equal Drop Off Date.");
  if (group.parsAndItems.length === 0) errors.push("A stocking needs a par for at least one item");
  if (group.parsAndItems.length > MAX_ITEMS) errors.push(`A stocking can have at most ${MAX_ITEMS} items`);
  const over = new Map((group.overCapacityAmountsAndItems ?? []).map((line) => [line.itemName.trim(), line.overCapacityAmount]));
  const boosted = new Set((group.priorityBoostItems ?? []).map((item) => item.trim()));
  const items: Record<string, Par> = {};
  for (const { pars, itemName } of group.parsAndItems) {
    const item = itemName.trim();
    if (item === "") errors.push("item cannot be empty");
    if (item.length > 100) errors.push("item can have at most 100 characters");
    const par = /^\d+$/.test(String(pars)) ? Number(pars) : NaN;
    if (!(par <= MAX_PAR)) errors.push(`Par issue with ${item}. Accepted values any whole number from 0 to ${MAX_PAR}.`);
    const amount = String(over.get(item) ?? 0);
    if (!/^\d{1,9}(\.\d{1,6})?$/.test(amount)) {
      errors.push(`Over Capacity Amount issue with ${item}. Accepted values any number 0 or greater.`);
    }
    if (item in items) errors.push(`${item} appears twice in this stocking`);
    items[item] = { par, overCapacityAmount: Number(amount), priorityBoost: boosted.has(item) };
  }
  for (const item of [...over.keys(), ...boosted]) if (!(item in items)) errors.push(`${item} has no par`);
  const name = `${group.dropOffDate}#${group.location}#${stockingIndex}`;
  const { location, dropOffDate, deliveryDate } = group;
  return { name, location, dropOffDate, deliveryDate, stockingIndex, jit, items, errors };
}

function checkLocation({ location: id, errors }: Group, location: Item | undefined): void {
  if (location === undefined) {
    errors.push(`There is no location ${id}`);
    return;
  }
  const isMissing = (name: string) => String(location[name] ?? "").trim() === "";
  if (isMissing("routingTag")) errors.push(`Error with Routing Tag for ${id}`);
  if (isMissing("fulfillmentCenter")) errors.push(`Error with Territory Tag for ${id}`);
  if (location["type"] === "FRIDGE" && isMissing("parkToFridgeInstructions")) {
    errors.push(`Error with Park To Fridge Instructions Tag for ${id}`);
  }
}

/** The stockings that have a fridge order, by `location#stockingIndex#`. */
async function withOrders(groups: readonly Group[]): Promise<Set<string>> {
  const shards = new Map<string, string[]>();
  for (const { dropOffDate, location, stockingIndex } of groups) {
    const partition = `${dropOffDate}#${shard(location)}`;
    const prefixes = shards.get(partition) ?? [];
    prefixes.push(`${location}#${stockingIndex}#`);
    shards.set(partition, prefixes);
  }
  const found = new Set<string>();
  await mapConcurrently([...shards], 8, async ([partition, prefixes]) => {
    prefixes.sort();
    const last = `${prefixes.at(-1)}\u{10ffff}`;
    for (let start: string | undefined = prefixes[0]; start !== undefined; ) {
      const { items, last: end } = await query({
        TableName: ORDERS,
        IndexName: "byDropOff",
        KeyConditionExpression: "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2",
        ProjectionExpression: "#n1, #n2",
        Limit: ORDERS_PER_QUERY,
        ExpressionAttributeNames: { "#n0": "dayShard", "#n1": "place", "#n2": "status" },
        ExpressionAttributeValues: { ":v0": partition, ":v1": start, ":v2": last },
      });
      for (const { place, status } of items) {
        const prefix = String(place).split("#").slice(0, 2).join("#");
        if (status !== "DELETED") found.add(`${prefix}#`);
      }
      start = end === undefined ? undefined : prefixes.find((prefix) => prefix > String(end["place"]));
    }
  });
  return found;
}

function keyOf({ dropOffDate, location, stockingIndex }: Group) {
  return { dayShard: `${dropOffDate}#${shard(location)}`, stocking: `${location}#${stockingIndex}` };
}

function attributes({ deliveryDate, jit, items }: Pick<Group, "deliveryDate" | "jit" | "items">): Map<string, unknown> {
  const pars = Object.entries(items).map(([item, par]): [string, unknown] => [`items.${item}`, par]);
  return new Map([...pars, ["deliveryDate", deliveryDate], ["jit", jit]]);
}

function changes(before: Item | undefined, after: Group): Change[] {
  const old = before === undefined ? new Map<string, unknown>() : attributes(before as unknown as Group);
  const current = attributes(after);
  const names = [...new Set([...old.keys(), ...current.keys()])].sort();
  return names
    .map((attribute) => ({ attribute, from: old.get(attribute) ?? null, to: current.get(attribute) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** The actions that store a group, its planned JIT status and its audit entry, and the outcome. */
function write(group: Group, stored: Item | undefined, planned: Item | undefined, call: Call): { outcome: string; actions: Action[] } {
  const { name, location, dropOffDate, deliveryDate, stockingIndex, jit, items } = group;
  const changed = changes(stored, group);
  const isPast = dropOffDate < centralDate(Date.parse(call.now));
  const plan = !isPast && (planned === undefined ? jit : planned["decidedAt"] === undefined && planned["jit"] !== jit);
  if (stored !== undefined && changed.length === 0 && !plan) return { outcome: "UNCHANGED", actions: [] };
  const key = keyOf(group);
  const about = { kind: "PARS", id: location, day: dropOffDate, part: String(stockingIndex) };
  const subject = { subject: `PARS#${dropOffDate}#${location}#${stockingIndex}`, about };
  const audited =
    changed.length > 0 ? changed : [{ attribute: "jit", from: (planned?.["jit"] as boolean | undefined) ?? null, to: jit }];
  const actions = [append(subject, stored === undefined ? "CREATED" : "REPLACED", call, audited)];
  if (stored === undefined || changed.length > 0) {
    const version = Number(stored?.["version"] ?? 0);
    const condition =
      stored === undefined
        ? { ConditionExpression: "attribute_not_exists(#n0)", ExpressionAttributeNames: { "#n0": "version" } }
        : {
            ConditionExpression: "#n0 = :v0",
            ExpressionAttributeNames: { "#n0": "version" },
            ExpressionAttributeValues: { ":v0": version },
          };
    const item = { ...key, stockingId: name, deliveryDate, jit, items, version: version + 1, updatedAt: call.now, updatedBy: call.user };
    const expiresAt = midnight(dayNumber(dropOffDate) + RETENTION_DAYS);
    actions.push({ Put: { TableName: PARS, Item: { ...item, expiresAt }, ...condition } });
  }
  if (plan) {
    actions.push({
      Update: {
        TableName: JIT,
        Key: key,
        UpdateExpression: jit ? "SET #n0 = :v0, #n1 = :v1" : "SET #n0 = :v0, #n1 = :v1 REMOVE #n2",
        ConditionExpression: jit ? "attribute_not_exists(#n2)" : "attribute_not_exists(#n3)",
        ExpressionAttributeNames: {
          "#n0": "jit",
          "#n1": "stockingId",
          ...(jit ? { "#n2": "decidedAt" } : { "#n2": "items", "#n3": "decidedAt" }),
        },
        ExpressionAttributeValues: { ":v0": jit, ":v1": name },
      },
    });
  }
  return { outcome: stored === undefined ? "CREATED" : "REPLACED", actions };
}

void serve({
  name: "uploadParMaps",
  actions: ["UploadPars"],
  async run(input, call) {
    const { input: requested } = input as unknown as { input: readonly ParMap[] };
    if (requested.length === 0 || requested.length > MAX_GROUPS) throw new Error(`Upload pars for 1 to ${MAX_GROUPS} stockings at a time`);
    const groups = requested.map(parse);
    const ids = [...new Set(groups.map(({ location }) => location))].sort();
    const found = await getAll(LOCATIONS, ids.map((id) => ({ id })), LOCATION_ATTRIBUTES);
    const locations = new Map(found.map((location) => [String(location["id"]), location]));
    const ordered = await withOrders(groups.filter(({ location }) => locations.has(location)));
    const unique = new Set<string>();
    for (const group of groups) {
      checkLocation(group, locations.get(group.location));
      if (unique.has(group.name)) group.errors.push("This stocking appears twice in the upload");
      unique.add(group.name);
      if (ordered.has(`${group.location}#${group.stockingIndex}#`)) {
        group.errors.push("There is already a fridge order for this dropOffDate, location, and stockingIndex.");
      }
    }
    const valid = groups.filter(({ errors }) => errors.length === 0);
    const keys = valid.map(keyOf).sort((one, other) => (one.stocking < other.stocking ? -1 : 1));
    const [pars, jit] = await Promise.all([getAll(PARS, keys), getAll(JIT, keys)]);
    const byName = (items: readonly Item[]) => new Map(items.map((item) => [String(item["stockingId"]), item]));
    const [stored, planned] = [byName(pars), byName(jit)];
    const writes = new Map(valid.map((group) => [group.name, write(group, stored.get(group.name), planned.get(group.name), call)]));
    await writeGroups([...writes.values()].map(({ actions }) => actions).filter((actions) => actions.length > 0));
    return groups.map(({ name, errors }) => ({ group: name, outcome: writes.get(name)?.outcome ?? "REFUSED", errors }));
  },
});
