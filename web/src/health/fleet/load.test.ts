import { describe, expect, test } from "vitest";
import { makeHealth, minutesAgo, NOW } from "../health.fixture";
import { EMPTY_FLEET_HEALTH, isLoaded, loadFleetHealth, mergeReports, type FleetHealth } from "./load";

const fleetOf = (...ids: readonly string[]): FleetHealth => ({
  health: new Map(ids.map((id) => [id, makeHealth(id)])),
  asOf: NOW - 1000,
  read: null,
});

/** Loads pages from a fake server. A page without ids fails. */
async function load(pages: readonly (readonly string[])[], cached: () => FleetHealth = () => EMPTY_FLEET_HEALTH) {
  const published: FleetHealth[] = [];
  const tokens: (string | null)[] = [];
  const loaded = await loadFleetHealth({
    cached,
    readPage: (nextToken) => {
      tokens.push(nextToken);
      const index = nextToken === null ? 0 : Number(nextToken);
      const page = pages[index] ?? [];
      if (page.length === 0) return Promise.reject(new Error("no response"));
      const isLast = index === pages.length - 1;
      return Promise.resolve({ items: page.map((id) => makeHealth(id)), nextToken: isLast ? null : String(index + 1) });
    },
    publish: (fleet) => published.push(fleet),
    now: () => NOW,
  }).catch((error: unknown) => error as Error);
  return { loaded, published, tokens };
}

describe("loadFleetHealth", () => {
  test("reads every page and publishes all but the last as a partial result", async () => {
    const { loaded, published, tokens } = await load([["F1", "F2"], ["F3"], ["F4"]]);
    expect(tokens).toEqual([null, "1", "2"]);
    expect(published.map(({ health, read }) => [health.size, read])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(loaded).toMatchObject({ asOf: NOW, read: null });
    expect([...(loaded as FleetHealth).health.keys()]).toEqual(["F1", "F2", "F3", "F4"]);
  });

  test("keeps cached fridges of later pages while loading, and removes those that are gone at the end", async () => {
    const cached = fleetOf("F9");
    const { loaded, published } = await load([["F1"], ["F2"]], () => cached);
    expect([...(published[0]?.health.keys() ?? [])]).toEqual(["F9", "F1"]);
    expect(published[0]?.asOf).toBe(cached.asOf);
    expect([...(loaded as FleetHealth).health.keys()]).toEqual(["F1", "F2"]);
  });

  test("a live report that is newer than the read one stays", async () => {
    const live = makeHealth("F1", { timestamp: minutesAgo(0), temperature: 50 });
    const { loaded } = await load([["F1"]], () => ({ ...EMPTY_FLEET_HEALTH, health: new Map([["F1", live]]) }));
    expect((loaded as FleetHealth).health.get("F1")?.temperature).toBe(50);
  });

  test("a failed page throws and keeps what is cached", async () => {
    const cached = fleetOf("F9");
    const { loaded, published } = await load([["F1"], []], () => cached);
    expect(loaded).toEqual(new Error("no response"));
    expect(published.at(-1)).toEqual({ ...cached, read: null });
  });
});

describe("isLoaded", () => {
  test.each([
    ["a fridge with health", fleetOf("F1"), "F1", true],
    ["a fridge without health after a complete load", fleetOf("F1"), "F2", true],
    ["a fridge without health before the first complete load", { ...fleetOf("F1"), asOf: null }, "F2", false],
  ])("%s", (_, fleet, id, expected) => {
    expect(isLoaded(fleet)(id)).toBe(expected);
  });
});

describe("mergeReports", () => {
  test("adds newer reports and first reports, and ignores older ones", () => {
    const fleet = fleetOf("F1", "F2");
    const newer = makeHealth("F1", { timestamp: minutesAgo(1), temperature: 44 });
    const older = makeHealth("F2", { timestamp: minutesAgo(3), temperature: 44 });
    const first = makeHealth("F3");
    const merged = mergeReports(fleet, [newer, older, first]);
    expect(merged.health.get("F1")).toBe(newer);
    expect(merged.health.get("F2")).toBe(fleet.health.get("F2"));
    expect(merged.health.get("F3")).toBe(first);
    expect(mergeReports(merged, [older])).toBe(merged);
  });
});
