/** Collects the ids of changed items and reads them in batches, so that a burst of events causes few reads. */

/** The minimum time between the end of one read and the start of the next, in milliseconds. */
export const READ_INTERVAL = 1_000;
/** How long events are collected before they are read, in milliseconds. */
export const BATCH_DELAY = 300;
/** The delay after a failed read, in milliseconds. */
export const RETRY_DELAY = 10_000;
/** The maximum number of ids per read. The next read gets the others. */
export const MAX_IDS_PER_READ = 200;

export class ChangeReader {
  private readonly pending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private isStopped = false;
  private notBefore = 0;

  /** @param read reads the items with these ids; if it fails, the same ids are read again later */
  constructor(private readonly read: (ids: ReadonlySet<string>) => Promise<unknown>) {}

  add(id: string): void {
    this.pending.add(id);
    this.schedule();
  }

  stop(): void {
    this.isStopped = true;
    this.pending.clear();
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.isReading || this.isStopped || this.timer !== undefined || this.pending.size === 0) return;
    const delay = Math.max(BATCH_DELAY, this.notBefore - Date.now());
    this.timer = setTimeout(() => void this.readPending(), delay);
  }

  private async readPending(): Promise<void> {
    const ids = new Set([...this.pending].slice(0, MAX_IDS_PER_READ));
    for (const id of ids) this.pending.delete(id);
    this.timer = undefined;
    this.isReading = true;
    const failed = await this.read(ids).then(
      () => false,
      () => true,
    );
    this.isReading = false;
    if (failed) for (const id of ids) this.pending.add(id);
    this.notBefore = Date.now() + (failed ? RETRY_DELAY : READ_INTERVAL);
    this.schedule();
  }
}
