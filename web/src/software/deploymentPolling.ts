/** How often an unfinished deployment is read. The server checks its fridges every minute. */
export const ACTIVE_POLL_MS = 10_000;
/** How often the list of deployments is read, because another user can create one. */
export const LIST_POLL_MS = 30_000;
