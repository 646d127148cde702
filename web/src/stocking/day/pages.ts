/** Lists that come a page at a time, and lists of work of which some is done at once. */
import { isTransient } from "../../api/errors";

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
}

/** All pages of a list. */
export async function allPages<Item>(page: (nextToken: string | null) => Promise<PageOf<Item>>): Promise<Item[]> {
  const all: Item[] = [];
  let nextToken: string | null = null;
  do {
    const next: PageOf<Item> = await page(nextToken);
    all.push(...next.items);
    nextToken = next.nextToken;
  } while (nextToken !== null);
  return all;
}

export type Settled<Result> =
  { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: unknown };

/** How often what may go better a moment later is tried again, and how long after. */
const RETRIES = 2;
const PAUSE = 1000;

/** Does each piece of work, at most `atOnce` at a time; how each ended, in their order. */
export async function settleAll<Input, Result>(
  inputs: readonly Input[],
  atOnce: number,
  work: (input: Input) => Promise<Result>,
): Promise<Settled<Result>[]> {
  const ended: Settled<Result>[] = [];
  const waiting = inputs.entries();
  const worker = async () => {
    for (const [index, input] of waiting) {
      try {
        ended[index] = { ok: true, result: await retried(() => work(input)) };
      } catch (error) {
        ended[index] = { ok: false, error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, inputs.length) }, worker));
  return ended;
}

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures === RETRIES || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** failures));
    }
  }
}
