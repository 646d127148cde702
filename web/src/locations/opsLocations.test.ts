import { expect, test } from "vitest";
import { startServer } from "../../test/server";
import { fetchOpsLocations } from "./opsLocations";

const location = (id: string, stop: number) => ({ id, type: "FRIDGE", route: "mw-1", stop });

test("a location on two pages is returned once, as the last page lists it", async () => {
  const pages = [
    { locations: [location("F1", 1), location("F2", 2)], nextToken: "second" },
    { locations: [location("F3", 3), location("F1", 4)], nextToken: null },
  ];
  const { calls } = startServer({ handlers: { opsLocations: () => pages.shift() } });
  expect(await fetchOpsLocations()).toEqual([location("F1", 4), location("F2", 2), location("F3", 3)]);
  expect(calls.map(({ input }) => input)).toEqual([{ nextToken: null }, { nextToken: "second" }]);
});
