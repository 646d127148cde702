import { beforeEach, describe, expect, it } from "vitest";
import { forgetAll, recall, remember } from "../../api/localCache";
import { fleetCache, SCHEMA } from "./cache";
import { NO_FLEET } from "./fleet";
import { fridges } from "./fridges";

const fleet = { ...NO_FLEET, locations: fridges(2), asOf: 1 };

describe("the locations cache", () => {
  beforeEach(forgetAll);

  it("gives back what it was given, by status", async () => {
    await fleetCache("ann", "LIVE").write(fleet);
    expect(await fleetCache("ann", "LIVE").read()).toEqual(fleet);
    expect(await fleetCache("ann", "OFFLINE").read()).toBeNull();
  });

  it("never shows another person's, and removes all of it", async () => {
    await fleetCache("ann", "LIVE").write(fleet);
    await fleetCache("ann", "DEAD").write(fleet);
    expect(await fleetCache("bob", "LIVE").read()).toBeNull();
    expect(await recall("locations/LIVE")).toBeUndefined();
    expect(await recall("locations/DEAD")).toBeUndefined();
  });

  it.each([
    ["of an earlier release", { schema: "0", user: "ann", fleet }],
    ["without a fleet", { schema: SCHEMA, user: "ann" }],
    ["of nobody", { schema: SCHEMA, fleet }],
    ["a text", "locations"],
    ["a list", fleet.locations],
    ["null", null],
  ])("a schema change of the cache does not break the page: an entry %s is ignored and removed", async (_, entry) => {
    await remember("locations/LIVE", entry);
    expect(await fleetCache("ann", "LIVE").read()).toBeNull();
    expect(await recall("locations/LIVE")).toBeUndefined();
  });

  it("what is asked of the server is part of the schema", () => {
    expect(SCHEMA).toContain("latitude");
  });
});
