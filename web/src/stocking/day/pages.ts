/** Helpers to read paged lists and to run tasks with bounded concurrency. */
import { isTransient } from "../../api/errors";

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
}

/** Reads all pages of a list. */
export async function readAllPages<Item>(
  readPage: (nextToken: string | null) => Promise<PageOf<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let nextToken: string | null = null;
  do {
    const page: PageOf<Item> = await readPage(nextToken);
    all.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null);
  return all;
}

export type Settled<Result> =
  { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly error: unknown };

/** Retries of a task after a transient error. */
const MAX_RETRIES = 2;
/** Delay before the first retry, in milliseconds. Doubles for each further retry. */
const RETRY_DELAY = 1000;

/** Runs `task` for each input, at most `concurrency` at a time. Returns the outcomes in the order of the inputs. */
export async function mapSettled<Input, Result>(
  inputs: readonly Input[],
  concurrency: number,
  task: (input: Input) => Promise<Result>,
): Promise<Settled<Result>[]> {
  const outcomes: Settled<Result>[] = [];
  const pending = inputs.entries();
  const worker = async () => {
    for (const [index, input] of pending) {
      try {
        outcomes[index] = { ok: true, value: await withRetries(() => task(input)) };
      } catch (error) {
        outcomes[index] = { ok: false, error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, inputs.length) }, worker));
  return outcomes;
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
