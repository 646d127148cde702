/** Retries calls that fail with a transient error, with backoff. */
import { isTransient } from "../../api/errors";

/** Delays before each retry, in milliseconds. */
const BACKOFF: readonly number[] = [500, 2_000];

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export async function withRetries<Result>(
  call: () => Promise<Result>,
  delays: readonly number[] = BACKOFF,
): Promise<Result> {
  for (const delay of delays) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      // Jitter: simultaneous retries would overload the server again.
      await sleep(delay * (0.5 + Math.random()));
    }
  }
  return call();
}
