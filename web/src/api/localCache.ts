/**
 * A cache in the browser's IndexedDB that lasts between visits. It belongs to one user and is cleared when the session
 * ends. The app works without it if the browser denies storage or storage fails.
 */
const DATABASE = "larder";
const STORE = "entries";
/** In milliseconds. Some browsers' storage occasionally never responds. Reading 10,000 fridges takes 100 ms. */
const TIMEOUT_MS = 2000;

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}

/** Resolves when the transaction is complete. Only then is the data stored, and a full disk reported. */
function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB aborted the transaction"));
  });
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await toPromise(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const [result] = await Promise.all([toPromise(request(transaction.objectStore(STORE))), completion(transaction)]);
    return result;
  } finally {
    database.close();
  }
}

/** Returns the result, or undefined if storage is missing, broken or does not respond. */
async function withStore<Result>(...work: Parameters<typeof inStore<Result>>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)));
  try {
    return await Promise.race([inStore(...work), timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the value of `key`. It may be another user's or an older version's: the caller checks its owner and shape. */
export async function readCache(key: string): Promise<unknown> {
  return withStore<unknown>("readonly", (store) => store.get(key));
}

export async function writeCache(key: string, value: unknown): Promise<void> {
  await withStore("readwrite", (store) => store.put(value, key));
}

export async function clearCache(): Promise<void> {
  await withStore("readwrite", (store) => store.clear());
}
