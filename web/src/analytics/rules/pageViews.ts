/**
 * Batches of page views. Views of a failed batch are sent again with the next one, with the same ids, so the server counts
 * them once.
 */

/** The server's limit of views per request. */
const MAX_BATCH_SIZE = 100;
/** The server rejects older views. */
const MAX_AGE_MS = 24 * 60 * 60_000;

export interface PageView {
  readonly id: string;
  readonly screen: string;
  /** The time of the view on the monotonic clock of `performance.now()`. */
  readonly at: number;
}

export interface SentView {
  readonly id: string;
  readonly screen: string;
  /** The age of the view in milliseconds. */
  readonly ago: number;
}

/** The matched route pattern, such as `/locations/detail/:id?`. It contains no ids. */
export function toRoutePattern(paths: readonly (string | undefined)[]): string {
  return `/${paths.filter(Boolean).join("/")}`;
}

/** Returns the oldest pending views in the format of the request. */
export function nextBatch(pending: readonly PageView[], now: number): readonly SentView[] {
  return pending
    .filter(({ at }) => now - at < MAX_AGE_MS)
    .slice(0, MAX_BATCH_SIZE)
    .map(({ id, screen, at }) => ({ id, screen, ago: Math.max(0, Math.round(now - at)) }));
}

/** Returns the views that are still pending after a batch was sent or rejected. */
export function removeBatch(
  pending: readonly PageView[],
  batch: readonly SentView[],
  now: number,
): readonly PageView[] {
  const sentIds = new Set(batch.map(({ id }) => id));
  return pending.filter(({ id, at }) => !sentIds.has(id) && now - at < MAX_AGE_MS);
}
