import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetAll, recall, remember } from "./localCache";

/** Opens, and has whoever opens it next find a database of another release. */
async function madeBy(version: number, upgrade: (database: IDBDatabase) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("larder", version);
    opening.onupgradeneeded = () => upgrade(opening.result);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error ?? new Error("not made"));
  });
}

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));

describe("what the browser keeps between visits", () => {
  it("is there again, until all of it is forgotten", async () => {
    await remember("a", { of: "A" });
    await remember("b", [1, 2]);
    expect(await recall("a")).toEqual({ of: "A" });
    await forgetAll();
    expect(await recall("a")).toBeUndefined();
    expect(await recall("b")).toBeUndefined();
  });

  it("two tabs write one after the other, and the later stays", async () => {
    await Promise.all([remember("a", 1), remember("a", 2), remember("b", 3)]);
    expect(await recall("a")).toBe(2);
    expect(await recall("b")).toBe(3);
  });
});

describe("without a storage all goes on as if nothing was kept", () => {
  const broken: Readonly<Record<string, () => unknown>> = {
    "there is none": () => undefined,
    "it is refused": () => ({
      open: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    }),
    "it fails to open": () => ({
      open: () => {
        const request = { error: new DOMException("Internal error opening backing store", "UnknownError") };
        queueMicrotask(() => (request as unknown as { onerror: () => void }).onerror());
        return request;
      },
    }),
  };

  it.each(Object.entries(broken))("%s", async (_, storage) => {
    vi.stubGlobal("indexedDB", storage());
    await remember("a", 1);
    expect(await recall("a")).toBeUndefined();
    await forgetAll();
  });

  it("it never answers: nobody waits for it for long", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("indexedDB", { open: () => ({}) });
    const recalled = recall("a");
    await vi.advanceTimersByTimeAsync(2000);
    expect(await recalled).toBeUndefined();
    vi.useRealTimers();
  });

  it("the disk is full: what was kept stays", async () => {
    await remember("a", "old");
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore) {
      const request = this.get("a");
      // A full disk is told of when the transaction ends, after the request went well.
      request.addEventListener("success", () => this.transaction.abort());
      return request as IDBRequest<IDBValidKey>;
    });
    await remember("a", "new");
    put.mockRestore();
    expect(await recall("a")).toBe("old");
  });

  it("a later release has changed it", async () => {
    await madeBy(2, (database) => database.createObjectStore("otherwise"));
    await remember("a", 1);
    expect(await recall("a")).toBeUndefined();
  });

  it("it has no room for entries", async () => {
    await madeBy(1, () => undefined);
    await remember("a", 1);
    expect(await recall("a")).toBeUndefined();
    await forgetAll();
  });

  it("what is kept cannot be copied", async () => {
    await remember("a", () => "a function");
    expect(await recall("a")).toBeUndefined();
  });
});
