import type { TimeZone } from "../locations/rules/options";
import { useNow } from "../ui/useNow";
import { pickTime, type PickedTime, type WallTime } from "./actionTime";

/** How soon a chosen time that has passed meanwhile is told. */
const TICK = 10_000;

/** What a date and time on the clock of `zone` come to, by the time as it goes on. */
export function usePickedTime(wall: WallTime, zone: TimeZone): { readonly picked: PickedTime; readonly now: Date } {
  const now = new Date(useNow(TICK));
  return { picked: pickTime(wall, zone, now), now };
}
