import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetAll } from "../../api/localCache";
import { Refusal, startServer } from "../../../test/server";
import { dataOf } from "./actions";
import { HEALTH_BATCH, readHealth } from "./health";
import { opsLocationsQuery } from "./opsLocations";
import { allPages, settleAll } from "./pages";

beforeEach(forgetAll);

describe("spec 9, health is asked for in batches of 200", () => {
  const ids = Array.from({ length: 450 }, (_, index) => `F_${index}`);
  const known = (locationId: string) => ({ locationId, timestamp: "", jofemarState: null, safetyHold: null });

  it("all of it", async () => {
    const sizes: number[] = [];
    const fridgeHealth = ({ filter }: { filter: { locationIds: string[] } }) => {
      sizes.push(filter.locationIds.length);
      return { fridgeData: filter.locationIds.map(known) };
    };
    startServer({ answers: { fridgeHealth } });
    const { byId, failed } = await readHealth(ids);
    expect(sizes).toEqual([HEALTH_BATCH, HEALTH_BATCH, 50]);
    expect([...byId.keys()]).toEqual(ids);
    expect(failed).toBe(false);
  });

  it("a batch that fails leaves the others", async () => {
    const fridgeHealth = ({ filter }: { filter: { locationIds: string[] } }) => {
      if (filter.locationIds.includes("F_0")) throw new Refusal("Internal", "Broken");
      return { fridgeData: filter.locationIds.map(known) };
    };
    startServer({ answers: { fridgeHealth } });
    const { byId, failed } = await readHealth(ids);
    expect([byId.size, failed]).toEqual([250, true]);
  });
});

describe("spec 9, the locations are kept for the calendar day", () => {
  const locations = [
    { id: "A", type: "FRIDGE", accountTier: null, onlineDate: null, fulfillmentCenter: null, opportunityName: null },
  ];
  const read = (user: string, day: string) => new QueryClient().fetchQuery(opsLocationsQuery(user, day));
  const serve = () => startServer({ answers: { opsLocations: () => ({ locations, nextToken: null }) } });

  it("the same person's next visit that day asks nobody; tomorrow's does", async () => {
    const { calls } = serve();
    expect([...(await read("ann", "2026-11-21")).keys()]).toEqual(["A"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await read("ann", "2026-11-21")).get("A")).toEqual(locations[0]);
    expect(calls).toHaveLength(1);
    await read("ann", "2026-11-22");
    expect(calls).toHaveLength(2);
  });

  it("another person's are not shown", async () => {
    const { calls } = serve();
    await read("ann", "2026-11-21");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await read("bob", "2026-11-21");
    expect(calls).toHaveLength(2);
  });
});

describe("what an action's text says of its stop", () => {
  it.each([
    ['{"stockingIndex":2,"packingSlipId":"PS-1","route":"amber","temperature":38}', [2, "PS-1", "amber"]],
    ['{"stockingIndex":"2","packingSlipId":7,"route":null}', [undefined, undefined, undefined]],
    ["null", [undefined, undefined, undefined]],
    ["no JSON", [undefined, undefined, undefined]],
  ])("%s", (text, [stockingIndex, packingSlipId, route]) => {
    expect({ stockingIndex, packingSlipId, route }).toEqual({
      stockingIndex: undefined,
      packingSlipId: undefined,
      route: undefined,
      ...dataOf(text),
    });
  });
});

describe("lists and work", () => {
  it("all pages are read, also after an empty one", async () => {
    const pages = [
      { items: [1, 2], nextToken: "a" },
      { items: [], nextToken: "b" },
      { items: [3], nextToken: null },
    ];
    expect(await allPages(async (token) => pages[token === null ? 0 : token === "a" ? 1 : 2] ?? pages[2]!)).toEqual([
      1, 2, 3,
    ]);
  });

  it("no more is done at once than is said, and each end is told in its place", async () => {
    let under = 0;
    let most = 0;
    const ended = await settleAll([1, 2, 3, 4, 5], 2, async (input) => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under -= 1;
      if (input === 3) throw new Error("three");
      return input * 2;
    });
    expect(most).toBe(2);
    expect(ended.map((end) => (end.ok ? end.result : (end.error as Error).message))).toEqual([2, 4, "three", 8, 10]);
  });
});
