import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/errors";
import type { FleetCache } from "./cache";
import { CACHE_AGE, NO_FLEET, type Fleet, type LocationsPage } from "./fleet";
import { fridge, fridges } from "./fridges";
import { loadFleet } from "./load";

const NOW = Date.parse("2026-11-20T11:02:00Z");
const HOUR = 3_600_000;

/** A server with these pages; a token is the number of the page. */
function server(...pages: readonly LocationsPage["items"][]) {
  return vi.fn(async (nextToken: string | null): Promise<LocationsPage> => {
    const page = Number(nextToken ?? 0);
    return { items: pages[page] ?? [], nextToken: page + 1 < pages.length ? String(page + 1) : null };
  });
}

function cacheWith(fleet: Fleet | null) {
  return { read: vi.fn(async () => fleet), write: vi.fn<FleetCache["write"]>(async () => undefined) };
}

function fleetOf(locations: Fleet["locations"], age = HOUR): Fleet {
  return { ...NO_FLEET, locations, asOf: NOW - age };
}

interface Case {
  readonly cached?: Fleet;
  readonly known?: Fleet;
  readonly full?: boolean;
  readonly fetchPage: ReturnType<typeof server>;
}

/** Loads, and answers what was loaded with everything that was shown on the way. */
async function load({ cached, known, full = false, fetchPage }: Case) {
  const cache = cacheWith(cached ?? null);
  const shown: Fleet[] = [];
  const publish = (fleet: Fleet) => void shown.push(fleet);
  const loading = loadFleet({ known, full, cache, fetchPage, publish, now: () => NOW });
  const loaded = await loading.catch((error: unknown) => error as Error);
  return { loaded, shown, cache };
}

const ids = (fleet: Fleet | Error | undefined) =>
  fleet && "locations" in fleet ? fleet.locations.map(({ id }) => id) : fleet;

describe("spec 2.6, loading from a local cache first", () => {
  it("shows the cached list before the server has answered", async () => {
    const fetchPage = server(fridges(3));
    fetchPage.mockImplementationOnce(() => new Promise(() => undefined));
    const shown: Fleet[] = [];
    const cached = fleetOf(fridges(2));
    void loadFleet({
      known: undefined,
      full: false,
      cache: cacheWith(cached),
      fetchPage,
      publish: (fleet) => void shown.push(fleet),
      now: () => NOW,
    });
    await vi.waitFor(() => expect(shown).toEqual([cached]));
  });

  it("without a cache, shows the first page as soon as it is there", async () => {
    const fetchPage = server(fridges(2), fridges(2, 3), fridges(1, 5));
    const { shown, loaded } = await load({ fetchPage });
    expect(shown.map(ids)).toEqual([
      ["F1", "F2"],
      ["F1", "F2", "F3", "F4"],
    ]);
    expect(shown[0]?.asOf).toBeNull();
    expect(loaded).toMatchObject({ asOf: NOW, walk: null });
    expect(ids(loaded as Fleet)).toEqual(["F1", "F2", "F3", "F4", "F5"]);
  });

  it("keeps what was loaded for the next visit", async () => {
    const { loaded, cache } = await load({ fetchPage: server(fridges(2)) });
    expect(cache.write).toHaveBeenCalledExactlyOnceWith(loaded);
  });
});

describe("spec 9, locations cache", () => {
  it("a quick reload fetches 2500, and leaves the rest as it was", async () => {
    const fetchPage = server(fridges(2500), fridges(2500, 2501));
    const cached = fleetOf([...fridges(2500), fridge({ id: "F9999" })]);
    const { loaded } = await load({ cached, fetchPage });
    expect(fetchPage).toHaveBeenCalledTimes(1);
    expect(loaded).toMatchObject({ asOf: NOW - HOUR, quick: { at: NOW, count: 2500 } });
    expect(ids(loaded as Fleet)).toContain("F9999");
  });

  it("a quick reload reads on where pages are short of 2500", async () => {
    const fetchPage = server(fridges(2400), fridges(90, 2401), fridges(2500, 2491), fridges(1, 9000));
    await load({ cached: fleetOf(fridges(5000)), fetchPage });
    expect(fetchPage).toHaveBeenCalledTimes(3);
  });

  it("a quick reload that fetched all is a full one: what is gone is gone", async () => {
    const { loaded } = await load({ cached: fleetOf(fridges(3)), fetchPage: server(fridges(2)) });
    expect(loaded).toEqual({ ...NO_FLEET, locations: fridges(2), asOf: NOW });
  });

  it("is refreshed fully when older than 2 days", async () => {
    const pages = [fridges(2500), fridges(2500, 2501)] as const;
    const young = server(...pages);
    await load({ cached: fleetOf(fridges(5001), CACHE_AGE), fetchPage: young });
    expect(young).toHaveBeenCalledTimes(1);
    const old = server(...pages);
    const { loaded } = await load({ cached: fleetOf(fridges(5001), CACHE_AGE + 1), fetchPage: old });
    expect(old).toHaveBeenCalledTimes(2);
    expect((loaded as Fleet).locations).toHaveLength(5000);
  });

  it("is refreshed fully when it is from the future: this machine's clock was wrong then", async () => {
    const fetchPage = server(fridges(2500), fridges(1, 2501));
    const { loaded } = await load({ cached: fleetOf(fridges(2502), -HOUR), fetchPage });
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(loaded).toMatchObject({ asOf: NOW });
  });

  it("is refreshed in the background: what was loaded is shown before it is stored", async () => {
    const cache = cacheWith(fleetOf(fridges(2)));
    cache.write.mockImplementation(() => new Promise(() => undefined));
    const fetchPage = server(fridges(3));
    const loaded = await loadFleet({
      known: undefined,
      full: false,
      cache,
      fetchPage,
      publish: () => undefined,
      now: () => NOW,
    });
    expect(ids(loaded)).toEqual(["F1", "F2", "F3"]);
    expect(cache.write).toHaveBeenCalledOnce();
  });

  it("is refreshed fully when asked, and shows old and new together meanwhile", async () => {
    const cached = fleetOf([fridge({ id: "F1", stop: 99 }), fridge({ id: "gone" })]);
    const { shown, loaded } = await load({ known: cached, full: true, fetchPage: server(fridges(1), fridges(1, 2)) });
    expect(ids(shown.at(-1))).toEqual(["F1", "gone"]);
    expect(shown.at(-1)?.locations[0]?.stop).toBe(1);
    expect(ids(loaded as Fleet)).toEqual(["F1", "F2"]);
  });
});

describe("spec 8, locations list load failure", () => {
  it("keeps the pages that came, and goes on from there when tried again", async () => {
    const fetchPage = server(fridges(2), fridges(2, 3), fridges(1, 5));
    const answer = fetchPage.getMockImplementation() ?? fetchPage;
    fetchPage.mockImplementation((token) => (token === "1" ? Promise.reject(new Error("lost")) : answer(token)));
    const { loaded, shown, cache } = await load({ fetchPage });
    expect(loaded).toEqual(new Error("lost"));
    expect(cache.write).not.toHaveBeenCalled();

    const again = server(fridges(2), fridges(2, 3), fridges(1, 5));
    const { loaded: whole } = await load({ known: shown.at(-1), fetchPage: again });
    expect(again.mock.calls).toEqual([["1"], ["2"]]);
    expect(ids(whole as Fleet)).toEqual(["F1", "F2", "F3", "F4", "F5"]);
  });

  it("starts from the first page when the server rejects the stored token", async () => {
    const fetchPage = server(fridges(2), fridges(2, 3));
    const pages = fetchPage.getMockImplementation() ?? fetchPage;
    const rejected = () => Promise.reject(new ApiError("invalid", "nextToken is not valid for this list."));
    fetchPage.mockImplementation((token) => (token === "stored" ? rejected() : pages(token)));
    const walk = { startedAt: NOW - HOUR, locations: fridges(1, 9), nextToken: "stored" };
    const { loaded } = await load({ cached: { ...NO_FLEET, walk }, fetchPage });
    expect(fetchPage.mock.calls).toEqual([["stored"], [null], ["1"]]);
    expect(ids(loaded as Fleet)).toEqual(["F1", "F2", "F3", "F4"]);
  });

  it("fails when the server rejects the token of a page that it just sent", async () => {
    const fetchPage = server(fridges(2), fridges(2, 3));
    const pages = fetchPage.getMockImplementation() ?? fetchPage;
    const rejection = new ApiError("invalid", "nextToken is not valid for this list.");
    fetchPage.mockImplementation((token) => (token === "1" ? Promise.reject(rejection) : pages(token)));
    const { loaded } = await load({ fetchPage });
    expect(loaded).toBe(rejection);
    expect(fetchPage).toHaveBeenCalledTimes(2);
  });
});
