// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { clearCache } from "../../lib/storage";
import { ServerError, startServer } from "../../../test/server";
import { parseActionData } from "./actions";
import { HEALTH_BATCH_SIZE, readHealth } from "./health";
import { opsLocationsQuery } from "./opsLocations";
import { mapSettled } from "../../api/mapSettled";
import { readAllPages } from "./pages";

beforeEach(clearCache);

describe("readHealth", () => {
  const ids = Array.from({ length: 450 }, (_, index) => `F_${index}`);
  const reportOf = (locationId: string) => ({
    locationId,
    timestamp: "2026-11-21T16:00:00Z",
    jofemarState: null,
    safetyHold: null,
  });

  it("reads all fridges in batches of 200", async () => {
    const sizes: number[] = [];
    const fridgeHealth = ({ filter }: { filter: { locationIds: string[] } }) => {
      sizes.push(filter.locationIds.length);
      return { fridgeData: filter.locationIds.map(reportOf) };
    };
    startServer({ handlers: { fridgeHealth } });
    const { byId, failed } = await readHealth(ids);
    expect(sizes).toEqual([HEALTH_BATCH_SIZE, HEALTH_BATCH_SIZE, 50]);
    expect([...byId.keys()]).toEqual(ids);
    expect(failed).toBe(false);
  });

  it("returns the other batches if one fails", async () => {
    const fridgeHealth = ({ filter }: { filter: { locationIds: string[] } }) => {
      if (filter.locationIds.includes("F_0")) throw new ServerError("Internal", "Broken");
      return { fridgeData: filter.locationIds.map(reportOf) };
    };
    startServer({ handlers: { fridgeHealth } });
    const { byId, failed } = await readHealth(ids);
    expect({ count: byId.size, failed }).toEqual({ count: 250, failed: true });
  });
});

describe("opsLocationsQuery", () => {
  const locations = [
    {
      id: "A",
      type: "FRIDGE",
      accountTier: null,
      onlineDate: null,
      fulfillmentCenter: null,
      opportunityName: null,
      prettyName: null,
    },
  ];
  const read = (user: string, day: string) => new QueryClient().fetchQuery(opsLocationsQuery(user, day));
  const serve = () => startServer({ handlers: { opsLocations: () => ({ locations, nextToken: null }) } });

  it("uses the cache on the same day and reads again the next day", async () => {
    const { calls } = serve();
    expect([...(await read("ann", "2026-11-21")).keys()]).toEqual(["A"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await read("ann", "2026-11-21")).get("A")).toEqual(locations[0]);
    expect(calls).toHaveLength(1);
    await read("ann", "2026-11-22");
    expect(calls).toHaveLength(2);
  });

  it("does not use the cache of another user", async () => {
    const { calls } = serve();
    await read("ann", "2026-11-21");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await read("bob", "2026-11-21");
    expect(calls).toHaveLength(2);
  });
});

describe("parseActionData", () => {
  it.each([
    ['{"stockingIndex":2,"packingSlipId":"PS-1","route":"amber","temperature":38}', [2, "PS-1", "amber"]],
    ['{"stockingIndex":"2","packingSlipId":7,"route":null}', [undefined, undefined, undefined]],
    ["null", [undefined, undefined, undefined]],
    ["not JSON", [undefined, undefined, undefined]],
  ])("%s", (text, [stockingIndex, packingSlipId, route]) => {
    expect({ stockingIndex, packingSlipId, route }).toEqual({
      stockingIndex: undefined,
      packingSlipId: undefined,
      route: undefined,
      ...parseActionData(text),
    });
  });
});

describe("readAllPages and mapSettled", () => {
  it("reads all pages, including those after an empty page", async () => {
    const pages = [
      { items: [1, 2], nextToken: "a" },
      { items: [], nextToken: "b" },
      { items: [3], nextToken: null },
    ];
    expect(await readAllPages(async (token) => pages[token === null ? 0 : token === "a" ? 1 : 2] ?? pages[2]!)).toEqual(
      [1, 2, 3],
    );
  });

  it("bounds concurrency and returns outcomes in order", async () => {
    let active = 0;
    let maxActive = 0;
    const outcomes = await mapSettled([1, 2, 3, 4, 5], 2, async (input) => {
      active += 1;
      maxActive = Math.max(maxActive, active);
      await new Promise((resolve) => setTimeout(resolve, 5));
      active -= 1;
      if (input === 3) throw new Error("three");
      return input * 2;
    });
    expect(maxActive).toBe(2);
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value : (outcome.error as Error).message))).toEqual([
      2,
      4,
      "three",
      8,
      10,
    ]);
  });
});
