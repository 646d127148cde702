import { expect, test } from "vitest";
import { EMPTY_FLEET } from "./fleet";
import { fleetState } from "./fleetState";

const query = { error: null, isFetching: false, dataUpdatedAt: 5_000, refetch: () => undefined };

test("fleetState returns the age of the fleet instead of the time at which the cached fleet was stored", () => {
  expect(fleetState({ ...query, data: { ...EMPTY_FLEET, asOf: 1_000 } }).dataUpdatedAt).toBe(1_000);
  expect(fleetState({ ...query, data: EMPTY_FLEET }).dataUpdatedAt).toBe(0);
  expect(fleetState({ ...query, data: undefined }).dataUpdatedAt).toBe(0);
});
