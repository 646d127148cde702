/**
 * The channels of live events, and what an event carries. The functions' `shared::live` publishes the same; the channels
 * of both are tested against shared/cases/live-channels.json.
 */
import * as v from "valibot";

export interface Channel {
  readonly path: string;
}

const LiveEventSchema = v.object({
  /** What changed. */
  kind: v.picklist(["health", "alert", "command", "inventory", "driverAction"]),
  /** Which one: a location for health and inventory, else the id of the alert, the command or the action. */
  id: v.string(),
});

/** Says that something changed. What it is now is read by the operation that checks the permission. */
export type LiveEvent = v.InferOutput<typeof LiveEventSchema>;
export type LiveKind = LiveEvent["kind"];

/** The event, or null where it is of a kind that this version of the app does not know. */
export function parseLiveEvent(event: unknown): LiveEvent | null {
  const parsed = v.safeParse(LiveEventSchema, event);
  return parsed.success ? parsed.output : null;
}

/** The most letters of an id in one segment of a path: AppSync takes fifty, of which two are ours. */
const LETTERS = 48;

/**
 * Of one fridge, by its location's id; null for what is no location's id.
 *
 * A segment is letters, digits and inner dashes. An id has no dash, so a dash stands for its underscore; the letters
 * around it keep the dashes inside. No two ids have the same path.
 */
export function fridgeChannel(id: string): Channel | null {
  if (!/^\w{1,100}$/.test(id)) return null;
  const letters = id.replaceAll("_", "-");
  const segments: string[] = [];
  for (let start = 0; start < letters.length; start += LETTERS) {
    segments.push(`/x${letters.slice(start, start + LETTERS)}x`);
  }
  return { path: `/fridges${segments.join("")}` };
}

/** Of all fridges. */
export const FLEET_CHANNEL: Channel = { path: "/fleet/all" };

/** Of a stocking day, such as 2026-11-21. */
export function stockingDayChannel(date: string): Channel {
  return { path: `/stocking/${date}` };
}
