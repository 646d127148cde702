/**
 * The channels of live events, and the content of an event. `shared::live` publishes to the same channels. Both
 * implementations are tested against shared/cases/live-channels.json.
 */
import * as v from "valibot";

export interface Channel {
  readonly path: string;
}

const LiveEventSchema = v.object({
  /** The kind of the changed item. */
  kind: v.picklist(["health", "alert", "connection", "command", "inventory", "driverAction"]),
  /** The id of the location for health, connection and inventory; otherwise of the alert, command or driver action. */
  id: v.string(),
});

/** A notice that an item changed. The new value is read by an operation, which checks the permission. */
export type LiveEvent = v.InferOutput<typeof LiveEventSchema>;
export type LiveKind = LiveEvent["kind"];

/** Parses an event. Returns null for a kind that this version of the app does not know. */
export function parseLiveEvent(event: unknown): LiveEvent | null {
  const parsed = v.safeParse(LiveEventSchema, event);
  return parsed.success ? parsed.output : null;
}

/** The maximum length of an id's part in one path segment: AppSync allows 50 characters, and two `x` surround it. */
const MAX_SEGMENT_LENGTH = 48;

/**
 * The channel of one fridge by its location's id; null for an invalid id.
 *
 * A path segment may contain letters, digits and, except at its ends, dashes. Ids contain underscores but no dashes, so
 * a dash replaces each underscore. An `x` on both sides keeps dashes away from the ends. Each id has its own path.
 */
export function fridgeChannel(id: string): Channel | null {
  if (!/^\w{1,100}$/.test(id)) return null;
  const encoded = id.replaceAll("_", "-");
  const segments: string[] = [];
  for (let start = 0; start < encoded.length; start += MAX_SEGMENT_LENGTH) {
    segments.push(`/x${encoded.slice(start, start + MAX_SEGMENT_LENGTH)}x`);
  }
  return { path: `/fridges${segments.join("")}` };
}

/** The channel of all fridges. */
export const FLEET_CHANNEL: Channel = { path: "/fleet/all" };

/** The channel of a stocking day, such as 2026-11-21. */
export function stockingDayChannel(date: string): Channel {
  return { path: `/stocking/${date}` };
}
