/**
 * What this browser keeps between visits, in IndexedDB: one person's, gone when that person's session ends. It is a
 * convenience: where storage is refused or broken, all works without it.
 */
const DATABASE = "larder";
const STORE = "entries";
/** Some browsers' storage at times never answers. A fleet of 10,000 is read in a tenth of a second. */
const PATIENCE = 2000;

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}

/** Written once the transaction is complete: a full disk is told of only then, and a page that is left before loses it. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB gave up"));
  });
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const [answer] = await Promise.all([settled(request(transaction.objectStore(STORE))), completed(transaction)]);
    return answer;
  } finally {
    database.close();
  }
}

/** The answer, or nothing where there is none: no storage, a broken one, or one that another program keeps to itself. */
async function withStore<Result>(...work: Parameters<typeof inStore<Result>>): Promise<Result | undefined> {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const givenUp = new Promise<undefined>((resolve) => (waiting = setTimeout(() => resolve(undefined), PATIENCE)));
  try {
    return await Promise.race([inStore(...work), givenUp]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(waiting);
  }
}

/** What was remembered under `key`, in whatever shape it was written: the caller checks whose it is and which. */
export async function recall(key: string): Promise<unknown> {
  return withStore<unknown>("readonly", (store) => store.get(key));
}

export async function remember(key: string, value: unknown): Promise<void> {
  await withStore("readwrite", (store) => store.put(value, key));
}

export async function forgetAll(): Promise<void> {
  await withStore("readwrite", (store) => store.clear());
}
