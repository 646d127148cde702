import { describe, expect, test } from "vitest";
import { healthOf, minutesAgo, NOW } from "../health.fixture";
import { AT_ONCE, BATCH, isAsked, loadFleetHealth, NO_HEALTH, withReports, type FleetHealth } from "./load";

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `F${index + 1}`);

interface Options {
  readonly known?: FleetHealth;
  readonly fails?: (ids: readonly string[]) => boolean;
  readonly absent?: readonly string[];
}

/** Loads against a server that answers each call a moment later. */
async function load(count: number, { known = NO_HEALTH, fails = () => false, absent = [] }: Options = {}) {
  const calls: (readonly string[])[] = [];
  const published: FleetHealth[] = [];
  let underWay = 0;
  let most = 0;
  let clock = NOW;
  const loaded = await loadFleetHealth({
    ids: idsOf(count),
    known: () => known,
    read: async (ids) => {
      calls.push(ids);
      most = Math.max(most, (underWay += 1));
      await Promise.resolve();
      underWay -= 1;
      if (fails(ids)) throw new Error("no answer");
      return ids.filter((id) => !absent.includes(id)).map((id) => healthOf(id));
    },
    publish: (fleet) => published.push(fleet),
    now: () => (clock += 100),
  }).catch((error: unknown) => error as Error);
  return { loaded, calls, published, most };
}

describe("the health of the whole fleet", () => {
  test("ten fridges a call, all of them once, no more calls at once than the bound", async () => {
    const { loaded, calls, most } = await load(2500);
    expect(calls).toHaveLength(250);
    expect(calls.every((ids) => ids.length === BATCH)).toBe(true);
    expect(new Set(calls.flat()).size).toBe(2500);
    expect(most).toBe(AT_ONCE);
    expect(loaded).toMatchObject({ progress: null, failed: [] });
    expect((loaded as FleetHealth).health.size).toBe(2500);
  });

  test("what has come is shown while the rest comes", async () => {
    const { published } = await load(205);
    expect(published[0]?.progress).toEqual({ done: 0, of: 205 });
    const done = published.map(({ progress }) => progress?.done ?? 0);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(published.length).toBeGreaterThan(3);
    expect(published.at(-1)?.health.size).toBe(done.at(-1));
  });

  test("calls that failed are told, and leave what was known", async () => {
    const known: FleetHealth = { ...NO_HEALTH, health: new Map([["F3", healthOf("F3", { temperature: 30 })]]) };
    const { loaded } = await load(25, { known, fails: (ids) => ids.includes("F3") });
    const { health, failed } = loaded as FleetHealth;
    expect(failed).toEqual(idsOf(10));
    expect(health.get("F3")?.temperature).toBe(30);
    expect(health.size).toBe(16);
  });

  test("where nothing is answered the failure is thrown, early, and what was known stays", async () => {
    const known: FleetHealth = { ...NO_HEALTH, health: new Map([["F3", healthOf("F3")]]), asOf: 5 };
    const { loaded, calls, published } = await load(2500, { known, fails: () => true });
    expect(loaded).toEqual(new Error("no answer"));
    expect(calls.length).toBeLessThanOrEqual(3 * AT_ONCE);
    expect(published.at(-1)).toEqual({ ...known, progress: null });
  });

  test("a fleet of one call fails with it", async () => {
    expect((await load(3, { fails: () => true })).loaded).toEqual(new Error("no answer"));
    expect((await load(0)).loaded).toMatchObject({ asOf: expect.any(Number) as number, failed: [] });
  });

  test("what was told meanwhile is not overwritten by what was read before", async () => {
    const told = healthOf("F1", { timestamp: minutesAgo(1), temperature: 50 });
    const { loaded } = await load(1, { known: { ...NO_HEALTH, health: new Map([["F1", told]]) } });
    expect((loaded as FleetHealth).health.get("F1")?.temperature).toBe(50);
  });

  test("a fridge that is gone, or has no health any more, is forgotten", async () => {
    const health = new Map([
      ["F1", healthOf("F1")],
      ["GONE", healthOf("GONE")],
    ]);
    const { loaded } = await load(2, { known: { ...NO_HEALTH, health }, absent: ["F1"] });
    expect([...(loaded as FleetHealth).health.keys()]).toEqual(["F2"]);
  });

  test("nothing is said of a fridge before it was asked for", async () => {
    const loaded = (await load(25, { fails: (ids) => ids.includes("F3"), absent: ["F12"] })).loaded as FleetHealth;
    expect(["F1", "F11", "F12"].map(isAsked(loaded))).toEqual([false, true, true]);
    expect(isAsked(NO_HEALTH)("F1")).toBe(false);
  });
});

describe("what is read of fridges that changed", () => {
  const fleet: FleetHealth = { ...NO_HEALTH, health: new Map([["F1", healthOf("F1")]]) };

  test("is merged into what is known", () => {
    const report = healthOf("F1", { timestamp: minutesAgo(0), outOfOrder: true, temperature: 45 });
    expect(withReports(fleet, [report]).health.get("F1")).toEqual(report);
  });

  test.each([
    ["older than what is known", healthOf("F1", { timestamp: minutesAgo(3), outOfOrder: true })],
    ["the same again", healthOf("F1", { timestamp: minutesAgo(2), outOfOrder: true })],
    ["of a fridge that is not listed", healthOf("F9", { timestamp: minutesAgo(0), outOfOrder: true })],
  ])("is nothing new where it is %s", (_, report) => {
    expect(withReports(fleet, [report])).toBe(fleet);
  });
});
