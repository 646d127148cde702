/**
 * What the channels of live events are called, and what each carries. The functions' `shared::live::Channel` says the
 * same; both are held to shared/cases/live-channels.json.
 */
import type { DriverAction, FridgeAlert, FridgeHealth, QueueMessage } from "./schema";

/** A channel by its path; it carries events of one type. */
export interface Channel<Event> {
  readonly path: string;
  /** Carries the type only. */
  readonly events?: (event: Event) => void;
}

/** What happened at one fridge. */
export type FridgeLiveEvent =
  | { readonly type: "health"; readonly health: FridgeHealth }
  | { readonly type: "command"; readonly message: QueueMessage }
  | { readonly type: "alert"; readonly alert: FridgeAlert }
  /** There is a newer inventory; what is in it is asked for. */
  | { readonly type: "inventory"; readonly timestamp: string };

/** Of a fridge among all: what a list of fridges shows. */
export type FleetHealth = Pick<
  FridgeHealth,
  "locationId" | "timestamp" | "jofemarState" | "safetyHold" | "outOfOrder" | "inaccessible" | "temperature"
>;

/** What changed in the fleet. */
export type FleetLiveEvent =
  | { readonly type: "health"; readonly fridges: readonly FleetHealth[] }
  | { readonly type: "alert"; readonly alert: FridgeAlert };

/** What happened on a stocking day. */
export interface StockingLiveEvent {
  readonly type: "driverAction";
  readonly action: DriverAction;
}

/** The most letters of an id in one segment of a path: AppSync takes fifty, of which two are ours. */
const LETTERS = 48;

/**
 * Of one fridge, by its location's id; null for what is no location's id.
 *
 * A segment is letters, digits and inner dashes. An id has no dash, so a dash stands for its underscore; the letters
 * around it keep the dashes inside. No two ids have the same path.
 */
export function fridgeChannel(id: string): Channel<FridgeLiveEvent> | null {
  if (!/^\w{1,100}$/.test(id)) return null;
  const letters = id.replaceAll("_", "-");
  const segments: string[] = [];
  for (let start = 0; start < letters.length; start += LETTERS) {
    segments.push(`/x${letters.slice(start, start + LETTERS)}x`);
  }
  return { path: `/fridges${segments.join("")}` };
}

/** Of all fridges. */
export const FLEET_CHANNEL: Channel<FleetLiveEvent> = { path: "/fleet/all" };

/** Of a stocking day, such as 2026-11-21. */
export function stockingDayChannel(date: string): Channel<StockingLiveEvent> {
  return { path: `/stocking/${date}` };
}
