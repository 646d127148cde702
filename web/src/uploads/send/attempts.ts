/** Calls that may go better a moment later are made again, each time after a longer while. */
import { isTransient } from "../../api/errors";

const PAUSES: readonly number[] = [500, 2_000];

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export async function withAttempts<Answer>(
  call: () => Promise<Answer>,
  pauses: readonly number[] = PAUSES,
): Promise<Answer> {
  for (const pause of pauses) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      // Not all at the same moment: what was overloaded would be again.
      await sleep(pause * (0.5 + Math.random()));
    }
  }
  return call();
}
