import type { TimeZone } from "../locations/rules/options";
import { useNow } from "../lib/useNow";
import { pickTime, type PickedTime, type WallTime } from "./actionTime";

/** How often a picked time is checked again, because it can pass while the dialog is open. */
const CHECK_INTERVAL_MS = 10_000;

/** Validates a picked wall time in `zone` against the current time. */
export function usePickedTime(wall: WallTime, zone: TimeZone): { readonly picked: PickedTime; readonly now: Date } {
  const now = new Date(useNow(CHECK_INTERVAL_MS));
  return { picked: pickTime(wall, zone, now), now };
}
