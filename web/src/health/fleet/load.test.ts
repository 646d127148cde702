import { describe, expect, test } from "vitest";
import { makeHealth, minutesAgo, NOW } from "../health.fixture";
import {
  CONCURRENCY,
  BATCH_SIZE,
  isLoaded,
  loadFleetHealth,
  EMPTY_FLEET_HEALTH,
  mergeReports,
  type FleetHealth,
} from "./load";

const makeIds = (count: number) => Array.from({ length: count }, (_, index) => `F${index + 1}`);

interface Options {
  readonly cached?: FleetHealth;
  readonly fails?: (ids: readonly string[]) => boolean;
  readonly absent?: readonly string[];
}

/** Loads from a fake server that responds asynchronously. */
async function load(count: number, { cached = EMPTY_FLEET_HEALTH, fails = () => false, absent = [] }: Options = {}) {
  const calls: (readonly string[])[] = [];
  const published: FleetHealth[] = [];
  let active = 0;
  let maxActive = 0;
  let clock = NOW;
  const loaded = await loadFleetHealth({
    ids: makeIds(count),
    cached: () => cached,
    read: async (ids) => {
      calls.push(ids);
      maxActive = Math.max(maxActive, (active += 1));
      await Promise.resolve();
      active -= 1;
      if (fails(ids)) throw new Error("no response");
      return ids.filter((id) => !absent.includes(id)).map((id) => makeHealth(id));
    },
    publish: (fleet) => published.push(fleet),
    now: () => (clock += 100),
  }).catch((error: unknown) => error as Error);
  return { loaded, calls, published, maxActive };
}

describe("loadFleetHealth", () => {
  test("reads each fridge once, ten per call, with bounded concurrency", async () => {
    const { loaded, calls, maxActive } = await load(2500);
    expect(calls).toHaveLength(250);
    expect(calls.every((ids) => ids.length === BATCH_SIZE)).toBe(true);
    expect(new Set(calls.flat()).size).toBe(2500);
    expect(maxActive).toBe(CONCURRENCY);
    expect(loaded).toMatchObject({ progress: null, failed: [] });
    expect((loaded as FleetHealth).health.size).toBe(2500);
  });

  test("publishes partial results while loading", async () => {
    const { published } = await load(205);
    expect(published[0]?.progress).toEqual({ done: 0, of: 205 });
    const done = published.map(({ progress }) => progress?.done ?? 0);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(published.length).toBeGreaterThan(3);
    expect(published.at(-1)?.health.size).toBe(done.at(-1));
  });

  test("reports failed batches and keeps their cached health", async () => {
    const cached: FleetHealth = {
      ...EMPTY_FLEET_HEALTH,
      health: new Map([["F3", makeHealth("F3", { temperature: 30 })]]),
    };
    const { loaded } = await load(25, { cached, fails: (ids) => ids.includes("F3") });
    const { health, failed } = loaded as FleetHealth;
    expect(failed).toEqual(makeIds(10));
    expect(health.get("F3")?.temperature).toBe(30);
    expect(health.size).toBe(16);
  });

  test("stops early and throws when every call fails, and keeps the cache", async () => {
    const cached: FleetHealth = { ...EMPTY_FLEET_HEALTH, health: new Map([["F3", makeHealth("F3")]]), asOf: 5 };
    const { loaded, calls, published } = await load(2500, { cached, fails: () => true });
    expect(loaded).toEqual(new Error("no response"));
    expect(calls.length).toBeLessThanOrEqual(3 * CONCURRENCY);
    expect(published.at(-1)).toEqual({ ...cached, progress: null });
  });

  test("throws when the only call fails", async () => {
    expect((await load(3, { fails: () => true })).loaded).toEqual(new Error("no response"));
    expect((await load(0)).loaded).toMatchObject({ asOf: expect.any(Number) as number, failed: [] });
  });

  test("does not replace a newer live report with an older read", async () => {
    const liveReport = makeHealth("F1", { timestamp: minutesAgo(1), temperature: 50 });
    const { loaded } = await load(1, { cached: { ...EMPTY_FLEET_HEALTH, health: new Map([["F1", liveReport]]) } });
    expect((loaded as FleetHealth).health.get("F1")?.temperature).toBe(50);
  });

  test("removes fridges that are gone or have no health", async () => {
    const health = new Map([
      ["F1", makeHealth("F1")],
      ["GONE", makeHealth("GONE")],
    ]);
    const { loaded } = await load(2, { cached: { ...EMPTY_FLEET_HEALTH, health }, absent: ["F1"] });
    expect([...(loaded as FleetHealth).health.keys()]).toEqual(["F2"]);
  });

  test("isLoaded is false until a fridge was read", async () => {
    const loaded = (await load(25, { fails: (ids) => ids.includes("F3"), absent: ["F12"] })).loaded as FleetHealth;
    expect(["F1", "F11", "F12"].map(isLoaded(loaded))).toEqual([false, true, true]);
    expect(isLoaded(EMPTY_FLEET_HEALTH)("F1")).toBe(false);
  });
});

describe("mergeReports", () => {
  const fleet: FleetHealth = { ...EMPTY_FLEET_HEALTH, health: new Map([["F1", makeHealth("F1")]]) };

  test("merges a newer report", () => {
    const report = makeHealth("F1", { timestamp: minutesAgo(0), outOfOrder: true, temperature: 45 });
    expect(mergeReports(fleet, [report]).health.get("F1")).toEqual(report);
  });

  test.each([
    ["an older report", makeHealth("F1", { timestamp: minutesAgo(3), outOfOrder: true })],
    ["the same report", makeHealth("F1", { timestamp: minutesAgo(2), outOfOrder: true })],
    ["a report of an unlisted fridge", makeHealth("F9", { timestamp: minutesAgo(0), outOfOrder: true })],
  ])("ignores %s", (_, report) => {
    expect(mergeReports(fleet, [report])).toBe(fleet);
  });
});
