/** Describes entries of the activity log in plain words. Pure. */
import type { ActivityArea, ActivityKind } from "../../api/schema";
import { CONNECTION_EVENTS } from "../../connections/rules/history";
import { parseDay } from "../../lib/day";
import { formatCount, formatDateTime, formatDay } from "../../lib/formats";
import { paths, withQuery } from "../../lib/paths";
import { ROWS } from "../../locations/rules/attributes";
import { formatValue } from "../../locations/rules/format";
import type { ActivityLogQuery } from "../operations.generated";

export type ActivityEntry = ActivityLogQuery["activityLog"]["items"][number];
type Change = ActivityEntry["changes"][number];

/** The areas in the order of the filter. */
export const AREAS: readonly (readonly [ActivityArea, string])[] = [
  ["LOCATIONS", "Locations and schedules"],
  ["ROUTES", "Routes"],
  ["STOCKING", "Drop overrides"],
  ["JIT", "JIT"],
  ["LOGISTICS", "LogiNext"],
  ["HEALTH", "Fridge health"],
  ["COMMANDS", "Fridge commands"],
  ["CONNECTIONS", "Fridge connections"],
  ["SOFTWARE", "Fridge software"],
  ["FORECAST", "Forecast"],
  ["PARS", "Pars"],
  ["PACKING_REPORT", "Packing zones"],
  ["PLANOGRAMS", "Planograms"],
  ["PRICES", "Item prices"],
  ["COUPONS", "Coupons"],
  ["HANDOVER", "Handover notes"],
  ["USERS", "Users and permissions"],
];

const AREA_LABELS: ReadonlyMap<ActivityArea, string> = new Map(AREAS);

export function areaLabel(area: ActivityArea): string {
  return AREA_LABELS.get(area) ?? area;
}

/** The area of a URL parameter; null if there is none. */
export function parseArea(text: string | null): ActivityArea | null {
  return AREAS.find(([area]) => area === text)?.[0] ?? null;
}

interface Kind {
  /** The kind of object, before its id. */
  readonly noun: string;
  /** The screen that shows the object. */
  readonly to: (entry: ActivityEntry) => string;
}

const withDay = (path: `/${string}`) => (entry: ActivityEntry) =>
  entry.day === null ? path : withQuery(path, { date: entry.day });

const KINDS: Readonly<Record<ActivityKind, Kind>> = {
  ALERT_SNOOZE: { noun: "Alerts of", to: ({ objectId }) => paths.fridgeHealth(objectId) },
  ALERT_SUBSCRIPTION: { noun: "Alert rule", to: () => paths.alerts },
  CORRECTIVE_ACTIONS: { noun: "Corrective actions of", to: ({ objectId }) => paths.fridgeHealth(objectId) },
  COUPON: { noun: "Coupon", to: ({ objectId }) => withQuery(paths.coupons, { text: objectId }) },
  DROP: { noun: "Drop at", to: withDay(paths.dropOffSummary) },
  FEATURE_FLAG: { noun: "Feature flag", to: () => paths.permissions },
  FORECAST: { noun: "Forecast of", to: withDay(paths.forecast) },
  FRIDGE_ALERT: { noun: "Alert of", to: ({ objectId }) => paths.fridgeHealth(objectId) },
  FRIDGE_COMMANDS: { noun: "Command to", to: ({ objectId }) => paths.fridgeHealth(objectId) },
  FRIDGE_CONNECTION: { noun: "Connection of", to: ({ objectId }) => paths.locationHistory(objectId) },
  FRIDGE_DEPLOYMENT: { noun: "Software deployment", to: ({ objectId }) => paths.deployment(objectId) },
  FRIDGE_NOTE: { noun: "Note on", to: ({ objectId }) => paths.locationOverview(objectId) },
  FRIDGE_SOFTWARE: { noun: "Software of", to: () => paths.fridgeSoftware },
  FRIDGE_SOFTWARE_PILOT: { noun: "Software pilot", to: () => paths.fridgeSoftware },
  ITEM_PRICE: { noun: "Prices of", to: ({ objectId }) => withQuery(paths.itemPrices, { schema: objectId }) },
  JIT_LOCATION: { noun: "JIT at", to: withDay(paths.jit) },
  LOCATION: { noun: "Location", to: ({ objectId }) => paths.locationHistory(objectId) },
  LOGI_NEXT_SYNC: { noun: "Sync", to: () => paths.logiNext },
  PACKING_BAY: { noun: "Packing zone", to: () => paths.packingReport },
  PARS: {
    noun: "Pars of",
    to: ({ objectId, day }) => withQuery(paths.pars, { location: objectId, ...(day !== null && { date: day }) }),
  },
  PLANOGRAM: { noun: "Planogram", to: () => paths.planograms },
  PRICE_SCHEMA: { noun: "Price schema", to: () => paths.itemPrices },
  ROLE: { noun: "Role", to: () => paths.permissions },
  ROUTE_DAY: { noun: "Route", to: withDay(paths.routes) },
  ROUTE_NOTE: { noun: "Note on route", to: () => paths.handoverNotes },
  USER: { noun: "User", to: () => paths.permissions },
};

/** The screen that shows the changed object. */
export function objectPath(entry: ActivityEntry): string {
  return KINDS[entry.kind].to(entry);
}

/** The changed object, such as 'Prices of Standard, Cola'. */
export function objectText(entry: ActivityEntry): string {
  const { kind, objectId, day, part } = entry;
  const name = `${KINDS[kind].noun} ${parseDay(objectId) === null ? objectId : formatDay(objectId)}`;
  const of = partText(entry);
  return [name, part !== null && of, day !== null && objectId !== day && formatDay(day)].filter(Boolean).join(", ");
}

/** The part of an object; empty if it is only an internal id. */
function partText({ kind, part }: ActivityEntry): string {
  switch (kind) {
    case "ITEM_PRICE":
      return part ?? "";
    case "PACKING_BAY":
      return `bay ${part ?? ""}`;
    case "JIT_LOCATION":
    case "PARS":
      return `stocking ${part ?? ""}`;
    default:
      return "";
  }
}

const EVENTS: Readonly<Record<string, string>> = {
  SCHEDULE_DELETED: "Scheduled change deleted",
  SCHEDULE_APPLIED: "Scheduled change applied",
  SCHEDULE_FAILED: "Scheduled change failed",
  SCHEDULE_HELD: "Scheduled change held",
  SCHEDULE_RELEASED: "Scheduled change released",
  SCHEDULE_RETRIED: "Scheduled change retried",
  COMPLETE_NOW: "Scheduled change completed now",
  COPIED: "Permissions copied",
};

/** The event in words: 'ROLLED_BACK' is 'Rolled back'. */
export function eventText({ kind, event }: Pick<ActivityEntry, "kind" | "event">): string {
  const text = kind === "FRIDGE_CONNECTION" ? CONNECTION_EVENTS[event] : EVENTS[event];
  return text ?? sentence(event.toLowerCase().replaceAll("_", " "));
}

/** What changed: from which value, to which value, and why. */
export function summaryText(entry: ActivityEntry): string {
  const { changes, changeCount, reason, note } = entry;
  const parts = changes.map((change) => changeText(entry, change));
  const more = changeCount - changes.length;
  if (more > 0) parts.push(`${formatCount(more, "more change")}`);
  if (reason !== null) parts.push(`Reason: ${reason}`);
  if (note !== null) parts.push(note);
  return parts.join("; ");
}

function changeText({ kind }: ActivityEntry, { attribute, from, to }: Change): string {
  const row = kind === "LOCATION" ? ROWS.find((each) => each.attribute === attribute) : undefined;
  const label = row?.title ?? words(attribute);
  const format = (json: string) => valueText(kind, attribute, json);
  if (from === null) return to === null ? label : `${label}: ${format(to)}`;
  return `${label}: ${format(from)} → ${to === null ? "Not set" : format(to)}`;
}

/** An attribute as words: 'dropStatus' is 'Drop status'. Names of items and resources stay as they are. */
function words(attribute: string): string {
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(attribute)) return attribute;
  return attribute === "actionTime"
    ? "Takes effect"
    : sentence(attribute.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value from its JSON text. The server replaces long values by a short text. */
function valueText(kind: ActivityKind, attribute: string, json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === "string" && INSTANT.test(value)) return formatDateTime(value);
  const isObject = typeof value === "object" && value !== null;
  if (kind === "LOCATION" && (isObject || !isShortened(json))) return formatValue(attribute, value);
  return plainText(value);
}

/** Whether the text replaces a longer list or object. */
function isShortened(json: string): boolean {
  return /^"\d+ (entries|fields)"$/.test(json);
}

function plainText(value: unknown): string {
  if (value === null || value === "") return "Not set";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(plainText).join(", ") || "None";
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, part]) => `${words(name)} ${plainText(part)}`)
      .join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
