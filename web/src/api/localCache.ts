/**
 * What this browser keeps between visits, in IndexedDB: one person's, gone when that person's session ends. It is a
 * convenience: where storage is refused or broken, all works without it.
 */
const DATABASE = "larder";
const STORE = "entries";

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    const database = await settled(opening);
    try {
      return await settled(request(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
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
