/** Retries failed calls with backoff. */
import { isTransient } from "../../api/errors";

/** Delays before each retry, in milliseconds. */
const BACKOFF: readonly number[] = [500, 2_000];

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** @param canRetry whether a retry could succeed after this error. By default after a transient error. */
export async function withRetries<Result>(
  call: () => Promise<Result>,
  canRetry: (error: unknown) => boolean = isTransient,
): Promise<Result> {
  for (const delay of BACKOFF) {
    try {
      return await call();
    } catch (error) {
      if (!canRetry(error)) throw error;
      // Jitter: simultaneous retries would overload the server again.
      await sleep(delay * (0.5 + Math.random()));
    }
  }
  return call();
}
