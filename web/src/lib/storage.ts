/**
 * A cache in the browser's IndexedDB that lasts between visits. It belongs to one user and is cleared when the session
 * ends. The app works without it if the browser denies storage or storage fails.
 */
import { clear, createStore, del, get, set, type UseStore } from "idb-keyval";

/** In milliseconds. Some browsers' storage occasionally never responds. Reading 10,000 fridges takes 100 ms. */
const TIMEOUT_MS = 2000;

const openStore = () => createStore("larder", "entries");

let store = openStore();

/** Returns the result, or undefined if storage is missing, broken or does not respond. */
async function withStore<Result>(work: (store: UseStore) => Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    const giveUp = () => {
      // The store keeps its connection. The next call tries another one.
      store = openStore();
      resolve(undefined);
    };
    // Two halves: while the page itself is busy, only one of them passes without a chance for the response.
    timer = setTimeout(() => {
      timer = setTimeout(giveUp, TIMEOUT_MS / 2);
    }, TIMEOUT_MS / 2);
  });
  try {
    return await Promise.race([work(store), timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads that were started before their values are needed. */
const started = new Map<string, Promise<unknown>>();

/** Starts reading the value of `key`, for `readCache`. */
export function preloadCache(key: string): void {
  started.set(key, readCache(key));
}

/** Reads the value of `key`. It may be another user's or an older version's: the caller checks its owner and shape. */
export async function readCache(key: string): Promise<unknown> {
  const early = started.get(key);
  started.delete(key);
  return early ?? withStore<unknown>((entries) => get(key, entries));
}

/** Stores the value, unless storage is missing, full or does not respond. */
export async function writeCache(key: string, value: unknown): Promise<void> {
  started.delete(key);
  await withStore((entries) => set(key, value, entries));
}

/** Removes the value of `key`. */
export async function removeFromCache(key: string): Promise<void> {
  started.delete(key);
  await withStore((entries) => del(key, entries));
}

export async function clearCache(): Promise<void> {
  started.clear();
  await withStore((entries) => clear(entries));
}
