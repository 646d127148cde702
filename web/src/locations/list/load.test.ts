import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/errors";
import type { FleetCache } from "./cache";
import { EMPTY_FLEET, MAX_CACHE_AGE, type Fleet, type LocationsPage } from "./fleet";
import { fridge, fridges } from "./fridges";
import { loadFleet } from "./load";

const NOW = Date.parse("2026-11-20T11:02:00Z");
const HOUR = 3_600_000;

/** Returns a fetch function for these pages. A cursor is the number of a page. */
function pageFetcher(...pages: readonly LocationsPage["items"][]) {
  return vi.fn(async (nextToken: string | null): Promise<LocationsPage> => {
    const page = Number(nextToken ?? 0);
    return { items: pages[page] ?? [], nextToken: page + 1 < pages.length ? String(page + 1) : null };
  });
}

function cacheWith(fleet: Fleet | null) {
  return { read: vi.fn(async () => fleet), write: vi.fn<FleetCache["write"]>(async () => undefined) };
}

function fleetOf(locations: Fleet["locations"], age = HOUR): Fleet {
  return { ...EMPTY_FLEET, locations, asOf: NOW - age };
}

interface Case {
  readonly cached?: Fleet;
  readonly inMemory?: Fleet;
  readonly full?: boolean;
  readonly fetchPage: ReturnType<typeof pageFetcher>;
}

/** Runs loadFleet and returns its result and all partial results. */
async function load({ cached, inMemory, full = false, fetchPage }: Case) {
  const cache = cacheWith(cached ?? null);
  const shown: Fleet[] = [];
  const publish = (fleet: Fleet) => void shown.push(fleet);
  const loading = loadFleet({ inMemory, full, cache, fetchPage, publish, now: () => NOW });
  const loaded = await loading.catch((error: unknown) => error as Error);
  return { loaded, shown, cache };
}

const ids = (fleet: Fleet | Error | undefined) =>
  fleet && "locations" in fleet ? fleet.locations.map(({ id }) => id) : fleet;

describe("loading from the cache first (LOC-5)", () => {
  it("shows the cached list before the server responds", async () => {
    const fetchPage = pageFetcher(fridges(3));
    fetchPage.mockImplementationOnce(() => new Promise(() => undefined));
    const shown: Fleet[] = [];
    const cached = fleetOf(fridges(2));
    void loadFleet({
      inMemory: undefined,
      full: false,
      cache: cacheWith(cached),
      fetchPage,
      publish: (fleet) => void shown.push(fleet),
      now: () => NOW,
    });
    await vi.waitFor(() => expect(shown).toEqual([cached]));
  });

  it("shows the first page immediately if there is no cache", async () => {
    const fetchPage = pageFetcher(fridges(2), fridges(2, 3), fridges(1, 5));
    const { shown, loaded } = await load({ fetchPage });
    expect(shown.map(ids)).toEqual([
      ["F1", "F2"],
      ["F1", "F2", "F3", "F4"],
    ]);
    expect(shown[0]?.asOf).toBeNull();
    expect(loaded).toMatchObject({ asOf: NOW, fullReload: null });
    expect(ids(loaded as Fleet)).toEqual(["F1", "F2", "F3", "F4", "F5"]);
  });

  it("stores the loaded list in the cache", async () => {
    const { loaded, cache } = await load({ fetchPage: pageFetcher(fridges(2)) });
    expect(cache.write).toHaveBeenCalledExactlyOnceWith(loaded);
  });
});

describe("quick and full reload (LOC-5)", () => {
  it("fetches 2,500 locations in a quick reload and keeps the others", async () => {
    const fetchPage = pageFetcher(fridges(2500), fridges(2500, 2501));
    const cached = fleetOf([...fridges(2500), fridge({ id: "F9999" })]);
    const { loaded } = await load({ cached, fetchPage });
    expect(fetchPage).toHaveBeenCalledTimes(1);
    expect(loaded).toMatchObject({ asOf: NOW - HOUR, quick: { at: NOW, count: 2500 } });
    expect(ids(loaded as Fleet)).toContain("F9999");
  });

  it("continues a quick reload after short pages", async () => {
    const fetchPage = pageFetcher(fridges(2400), fridges(90, 2401), fridges(2500, 2491), fridges(1, 9000));
    await load({ cached: fleetOf(fridges(5000)), fetchPage });
    expect(fetchPage).toHaveBeenCalledTimes(3);
  });

  it("removes missing locations after a quick reload that fetched all", async () => {
    const { loaded } = await load({ cached: fleetOf(fridges(3)), fetchPage: pageFetcher(fridges(2)) });
    expect(loaded).toEqual({ ...EMPTY_FLEET, locations: fridges(2), asOf: NOW });
  });

  it("reloads completely if the cache is older than 2 days", async () => {
    const pages = [fridges(2500), fridges(2500, 2501)] as const;
    const young = pageFetcher(...pages);
    await load({ cached: fleetOf(fridges(5001), MAX_CACHE_AGE), fetchPage: young });
    expect(young).toHaveBeenCalledTimes(1);
    const old = pageFetcher(...pages);
    const { loaded } = await load({ cached: fleetOf(fridges(5001), MAX_CACHE_AGE + 1), fetchPage: old });
    expect(old).toHaveBeenCalledTimes(2);
    expect((loaded as Fleet).locations).toHaveLength(5000);
  });

  it("reloads completely if the cache is from the future", async () => {
    const fetchPage = pageFetcher(fridges(2500), fridges(1, 2501));
    const { loaded } = await load({ cached: fleetOf(fridges(2502), -HOUR), fetchPage });
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(loaded).toMatchObject({ asOf: NOW });
  });

  it("returns the loaded list before it is stored", async () => {
    const cache = cacheWith(fleetOf(fridges(2)));
    cache.write.mockImplementation(() => new Promise(() => undefined));
    const fetchPage = pageFetcher(fridges(3));
    const loaded = await loadFleet({
      inMemory: undefined,
      full: false,
      cache,
      fetchPage,
      publish: () => undefined,
      now: () => NOW,
    });
    expect(ids(loaded)).toEqual(["F1", "F2", "F3"]);
    expect(cache.write).toHaveBeenCalledOnce();
  });

  it("reloads completely on request and shows the old and new locations while it loads", async () => {
    const cached = fleetOf([fridge({ id: "F1", stop: 99 }), fridge({ id: "removed" })]);
    const { shown, loaded } = await load({
      inMemory: cached,
      full: true,
      fetchPage: pageFetcher(fridges(1), fridges(1, 2)),
    });
    expect(ids(shown.at(-1))).toEqual(["F1", "removed"]);
    expect(shown.at(-1)?.locations[0]?.stop).toBe(1);
    expect(ids(loaded as Fleet)).toEqual(["F1", "F2"]);
  });
});

describe("load failure (LOC-6)", () => {
  it("keeps the loaded pages and continues from them on retry", async () => {
    const fetchPage = pageFetcher(fridges(2), fridges(2, 3), fridges(1, 5));
    const succeed = fetchPage.getMockImplementation() ?? fetchPage;
    fetchPage.mockImplementation((token) => (token === "1" ? Promise.reject(new Error("lost")) : succeed(token)));
    const { loaded, shown, cache } = await load({ fetchPage });
    expect(loaded).toEqual(new Error("lost"));
    expect(cache.write).not.toHaveBeenCalled();

    const nextFetchPage = pageFetcher(fridges(2), fridges(2, 3), fridges(1, 5));
    const { loaded: complete } = await load({ inMemory: shown.at(-1), fetchPage: nextFetchPage });
    expect(nextFetchPage.mock.calls).toEqual([["1"], ["2"]]);
    expect(ids(complete as Fleet)).toEqual(["F1", "F2", "F3", "F4", "F5"]);
  });

  it("starts from the first page if the server rejects the stored cursor", async () => {
    const fetchPage = pageFetcher(fridges(2), fridges(2, 3));
    const pages = fetchPage.getMockImplementation() ?? fetchPage;
    const rejected = () => Promise.reject(new ApiError("invalid", "nextToken is not valid for this list."));
    fetchPage.mockImplementation((token) => (token === "stored" ? rejected() : pages(token)));
    const fullReload = { startedAt: NOW - HOUR, locations: fridges(1, 9), nextToken: "stored" };
    const { loaded } = await load({ cached: { ...EMPTY_FLEET, fullReload }, fetchPage });
    expect(fetchPage.mock.calls).toEqual([["stored"], [null], ["1"]]);
    expect(ids(loaded as Fleet)).toEqual(["F1", "F2", "F3", "F4"]);
  });

  it("fails if the server rejects the cursor of a page that it just returned", async () => {
    const fetchPage = pageFetcher(fridges(2), fridges(2, 3));
    const pages = fetchPage.getMockImplementation() ?? fetchPage;
    const rejection = new ApiError("invalid", "nextToken is not valid for this list.");
    fetchPage.mockImplementation((token) => (token === "1" ? Promise.reject(rejection) : pages(token)));
    const { loaded } = await load({ fetchPage });
    expect(loaded).toBe(rejection);
    expect(fetchPage).toHaveBeenCalledTimes(2);
  });
});
