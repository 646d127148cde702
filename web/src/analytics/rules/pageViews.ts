/**
 * Views of screens that wait to be told, in batches. What could not be told is told again with the next batch, under the
 * same id: the server counts it once.
 */

/** As many as the server takes at once. */
const BATCH = 100;
/** Older ones are no longer taken. */
const OLDEST = 24 * 60 * 60_000;

export interface View {
  readonly id: string;
  readonly screen: string;
  /** When, by a clock that only goes forward. */
  readonly at: number;
}

export interface ToldView {
  readonly id: string;
  readonly screen: string;
  readonly ago: number;
}

/** The path of the route table that an address matched, such as `/locations/detail/:id?`: no ids. */
export function screenOf(paths: readonly (string | undefined)[]): string {
  return `/${paths.filter(Boolean).join("/")}`;
}

/** The oldest of those that wait, as they are told. */
export function batchOf(waiting: readonly View[], now: number): readonly ToldView[] {
  return waiting
    .filter(({ at }) => now - at < OLDEST)
    .slice(0, BATCH)
    .map(({ id, screen, at }) => ({ id, screen, ago: Math.max(0, Math.round(now - at)) }));
}

/** Those that wait once a batch was told, or refused for good. */
export function withoutBatch(waiting: readonly View[], batch: readonly ToldView[], now: number): readonly View[] {
  const told = new Set(batch.map(({ id }) => id));
  return waiting.filter(({ id, at }) => !told.has(id) && now - at < OLDEST);
}
