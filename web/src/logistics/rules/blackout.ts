/**
 * Syncs are blocked from 17:30 to 17:50 Central each day (docs/requirements/stocking.md, LGX-3). The server has the same
 * rule. Both run the cases in `functions/logistics/cases/blackout.json`.
 */
import { fromDate, toCalendarDateTime, toZoned } from "@internationalized/date";
import { BUSINESS_ZONE } from "../../lib/zone";

/** The tooltip of the Sync button during the blackout. */
export const BLACKOUT = "All LogiNext routes are being synced. Please try again after 5:50pm CT.";

const [START_MINUTE, END_MINUTE] = [17 * 60 + 30, 17 * 60 + 50];

/** The end of the current blackout, or null outside of it. */
export function blackoutEnd(now: Date): Date | null {
  const central = toCalendarDateTime(fromDate(now, BUSINESS_ZONE));
  const minutes = central.hour * 60 + central.minute;
  if (minutes < START_MINUTE || minutes >= END_MINUTE) return null;
  return toZoned(central.set({ hour: 17, minute: 50, second: 0, millisecond: 0 }), BUSINESS_ZONE).toDate();
}
