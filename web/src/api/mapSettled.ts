/** Runs tasks with bounded concurrency, and repeats them after transient errors. */
import { isTransient } from "./errors";

export type Settled<Result> =
  { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly error: unknown };

/** Retries of a task after a transient error. */
const MAX_RETRIES = 2;
/** Delay before the first retry, in milliseconds. Doubles for each further retry. */
const RETRY_DELAY = 1000;

/**
 * Runs `task` for each input, at most `concurrency` at a time. Returns the outcomes in the order of the inputs.
 *
 * @param onOutcome is called with each outcome as soon as it is known
 */
export async function mapSettled<Input, Result>(
  inputs: readonly Input[],
  concurrency: number,
  task: (input: Input) => Promise<Result>,
  onOutcome?: (input: Input, outcome: Settled<Result>) => void,
): Promise<Settled<Result>[]> {
  const outcomes: Settled<Result>[] = [];
  const pending = inputs.entries();
  const worker = async () => {
    for (const [index, input] of pending) {
      const outcome = await settle(() => task(input));
      outcomes[index] = outcome;
      onOutcome?.(input, outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, inputs.length) }, worker));
  return outcomes;
}

async function settle<Result>(task: () => Promise<Result>): Promise<Settled<Result>> {
  try {
    return { ok: true, value: await withRetries(task) };
  } catch (error) {
    return { ok: false, error };
  }
}

async function withRetries<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await task();
    } catch (error) {
      if (failures === MAX_RETRIES || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY * 2 ** failures));
    }
  }
}
