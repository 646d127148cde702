/** Collects what changed and reads it in batches, so that a burst of events causes few reads. */

/** Between the end of one read and the begin of the next. */
export const READ_INTERVAL = 1_000;
/** Events of a busy moment are read together. */
export const COLLECT_FOR = 300;
/** After a read that failed. */
export const RETRY_AFTER = 10_000;
/** What one read is given at most; the rest follows in the next. */
export const MAX_IDS = 200;

export class ChangeReader {
  private readonly pending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading = false;
  private stopped = false;
  private notBefore = 0;

  /** @param read reads what the ids name; where it fails, the same ids are read again later */
  constructor(private readonly read: (ids: ReadonlySet<string>) => Promise<unknown>) {}

  add(id: string): void {
    this.pending.add(id);
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    this.pending.clear();
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.reading || this.stopped || this.timer !== undefined || this.pending.size === 0) return;
    const delay = Math.max(COLLECT_FOR, this.notBefore - Date.now());
    this.timer = setTimeout(() => void this.readPending(), delay);
  }

  private async readPending(): Promise<void> {
    const ids = new Set([...this.pending].slice(0, MAX_IDS));
    for (const id of ids) this.pending.delete(id);
    this.timer = undefined;
    this.reading = true;
    const failed = await this.read(ids).then(
      () => false,
      () => true,
    );
    this.reading = false;
    if (failed) for (const id of ids) this.pending.add(id);
    this.notBefore = Date.now() + (failed ? RETRY_AFTER : READ_INTERVAL);
    this.schedule();
  }
}
