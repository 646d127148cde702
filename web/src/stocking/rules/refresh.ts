/** The automatic refresh of the dashboard (docs/requirements/stocking.md, STK-3). */

/** In milliseconds. */
export const REFRESH_INTERVAL = 120_000;
export const MAX_REFRESHES = 240;
