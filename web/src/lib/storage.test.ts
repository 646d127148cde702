import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** Creates the database as another release of the app would. */
async function createDatabase(version: number, upgrade: (database: IDBDatabase) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("larder", version);
    opening.onupgradeneeded = () => upgrade(opening.result);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error ?? new Error("The database was not created"));
  });
}

let readCache: typeof import("./storage").readCache;
let writeCache: typeof import("./storage").writeCache;
let clearCache: typeof import("./storage").clearCache;
let preloadCache: typeof import("./storage").preloadCache;

// The module keeps its connection, so each test loads it again for its own database.
beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.resetModules();
  ({ readCache, writeCache, clearCache, preloadCache } = await import("./storage"));
});

describe("the cache", () => {
  it("returns stored values until the cache is cleared", async () => {
    await writeCache("a", { of: "A" });
    await writeCache("b", [1, 2]);
    expect(await readCache("a")).toEqual({ of: "A" });
    await clearCache();
    expect(await readCache("a")).toBeUndefined();
    expect(await readCache("b")).toBeUndefined();
  });

  it("keeps the last of concurrent writes", async () => {
    await Promise.all([writeCache("a", 1), writeCache("a", 2), writeCache("b", 3)]);
    expect(await readCache("a")).toBe(2);
    expect(await readCache("b")).toBe(3);
  });
});

describe("a preloaded value", () => {
  it("is read before it is needed, and only once", async () => {
    await writeCache("a", 1);
    const opened = vi.spyOn(IDBDatabase.prototype, "transaction");
    preloadCache("a");
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    expect(await readCache("a")).toBe(1);
    expect(opened).toHaveBeenCalledTimes(1);
    expect(await readCache("a")).toBe(1);
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it("is never older than a later write", async () => {
    await writeCache("a", 1);
    preloadCache("a");
    await writeCache("a", 2);
    expect(await readCache("a")).toBe(2);
  });

  it("is removed with the cache", async () => {
    await writeCache("a", 1);
    preloadCache("a");
    await clearCache();
    expect(await readCache("a")).toBeUndefined();
  });
});

describe("the cache when storage fails", () => {
  const broken: Readonly<Record<string, () => unknown>> = {
    "returns nothing without IndexedDB": () => undefined,
    "returns nothing when access is denied": () => ({
      open: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    }),
    "returns nothing when the database fails to open": () => ({
      open: () => {
        const request = { error: new DOMException("Internal error opening backing store", "UnknownError") };
        queueMicrotask(() => (request as unknown as { onerror: () => void }).onerror());
        return request;
      },
    }),
  };

  it.each(Object.entries(broken))("%s", async (_, storage) => {
    vi.stubGlobal("indexedDB", storage());
    await writeCache("a", 1);
    expect(await readCache("a")).toBeUndefined();
    await clearCache();
  });

  it("returns nothing after a timeout when IndexedDB does not respond", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("indexedDB", { open: () => ({}) });
    const value = readCache("a");
    await vi.advanceTimersByTimeAsync(2000);
    expect(await value).toBeUndefined();
    vi.useRealTimers();
  });

  it("uses another connection after a timeout", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("indexedDB", { open: () => ({}) });
    const value = readCache("a");
    await vi.advanceTimersByTimeAsync(2000);
    await value;
    vi.useRealTimers();
    vi.stubGlobal("indexedDB", new IDBFactory());
    await writeCache("a", 1);
    expect(await readCache("a")).toBe(1);
  });

  it("keeps the old value when the disk is full", async () => {
    await writeCache("a", "old");
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore) {
      const request = this.get("a");
      // The browser reports a full disk at the end of the transaction, after the request succeeded.
      request.addEventListener("success", () => this.transaction.abort());
      return request as IDBRequest<IDBValidKey>;
    });
    await writeCache("a", "new");
    put.mockRestore();
    expect(await readCache("a")).toBe("old");
  });

  it("returns nothing when a later release changed the database", async () => {
    await createDatabase(2, (database) => database.createObjectStore("other"));
    await writeCache("a", 1);
    expect(await readCache("a")).toBeUndefined();
  });

  it("returns nothing when the database has no object store", async () => {
    await createDatabase(1, () => undefined);
    await writeCache("a", 1);
    expect(await readCache("a")).toBeUndefined();
    await clearCache();
  });

  it("returns nothing when the value cannot be cloned", async () => {
    await writeCache("a", () => "a function");
    expect(await readCache("a")).toBeUndefined();
  });
});
