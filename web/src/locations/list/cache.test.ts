import { beforeEach, describe, expect, it } from "vitest";
import { forgetAll, recall, remember } from "../../api/localCache";
import { fleetCache } from "./cache";
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

  it("ignores and removes what was written in another shape", async () => {
    await remember("locations/LIVE", { schema: "0", user: "ann", fleet });
    expect(await fleetCache("ann", "LIVE").read()).toBeNull();
    expect(await recall("locations/LIVE")).toBeUndefined();
  });
});
