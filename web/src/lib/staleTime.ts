/** How long the query cache counts data as fresh, in milliseconds. A screen that opens within this time reads nothing. */

/** For data that changes rarely, such as permissions, names and price schemas. */
export const RARE_CHANGE_STALE_TIME = 5 * 60_000;

/** For lists that change during the day. */
export const LIST_STALE_TIME = 30_000;
