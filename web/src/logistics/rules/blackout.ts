/**
 * When LogiNext takes no sync: 17:30 to 17:50 Central, each day (spec of fleet operations, sections 5 and 9). The server
 * has the same rule; `functions/logistics/cases/blackout.json` holds both to the same answers.
 */
import { fromDate, toCalendarDateTime, toZoned } from "@internationalized/date";

/** What the Sync button says meanwhile. */
export const BLACKOUT = "All LogiNext routes are being synced. Please try again after 5:50pm CT.";

const CENTRAL = "America/Chicago";
const [BEGINS, ENDS] = [17 * 60 + 30, 17 * 60 + 50];

/** When the blackout of this moment ends; nothing outside of it. */
export function blackoutEnd(now: Date): Date | null {
  const central = toCalendarDateTime(fromDate(now, CENTRAL));
  const minutes = central.hour * 60 + central.minute;
  if (minutes < BEGINS || minutes >= ENDS) return null;
  return toZoned(central.set({ hour: 17, minute: 50, second: 0, millisecond: 0 }), CENTRAL).toDate();
}
