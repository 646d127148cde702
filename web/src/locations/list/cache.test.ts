// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { clearCache, readCache, writeCache } from "../../lib/storage";
import { fleetCache, SCHEMA } from "./cache";
import { EMPTY_FLEET } from "./fleet";
import { fridges } from "./fridges";

const fleet = { ...EMPTY_FLEET, locations: fridges(2), asOf: 1 };

describe("locations cache", () => {
  beforeEach(clearCache);

  it("returns the stored fleet of each status", async () => {
    await fleetCache("ann", "LIVE").write(fleet);
    expect(await fleetCache("ann", "LIVE").read()).toEqual(fleet);
    expect(await fleetCache("ann", "OFFLINE").read()).toBeNull();
  });

  it("never returns another user's entry, and clears the cache", async () => {
    await fleetCache("ann", "LIVE").write(fleet);
    await fleetCache("ann", "DEAD").write(fleet);
    expect(await fleetCache("bob", "LIVE").read()).toBeNull();
    expect(await readCache("locations/LIVE")).toBeUndefined();
    expect(await readCache("locations/DEAD")).toBeUndefined();
  });

  it("ignores and removes an entry of an earlier release", async () => {
    await writeCache("locations/LIVE", { schema: "0", user: "ann", data: fleet });
    expect(await fleetCache("ann", "LIVE").read()).toBeNull();
    expect(await readCache("locations/LIVE")).toBeUndefined();
  });

  it("includes the GraphQL document in the schema", () => {
    expect(SCHEMA).toContain("latitude");
  });
});
