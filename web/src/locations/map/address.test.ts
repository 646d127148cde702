import { describe, expect, it } from "vitest";
import { lookFrom, mapFrom, withAlso, withAt, withFridge, withLook } from "./address";

describe("the map in the address", () => {
  it("is a list unless it says otherwise", () => {
    expect(lookFrom(new URLSearchParams())).toBe("list");
    expect(lookFrom(new URLSearchParams("view=globe"))).toBe("list");
    expect(lookFrom(new URLSearchParams("view=map"))).toBe("map");
  });

  it("what is written is read again, beside the list's filters", () => {
    let params = new URLSearchParams("text=IL&driver=amber");
    params = withLook(params, "map");
    params = withAlso(params, ["OFFLINE", "DEAD"]);
    params = withAt(params, { latitude: 41.878113, longitude: -87.629799, level: 9.0401 });
    params = withFridge(params, "IL_0001");
    expect(params.toString()).toBe(
      "text=IL&driver=amber&view=map&also=DEAD%2COFFLINE&at=41.8781%2C-87.6298%2C9&fridge=IL_0001",
    );
    expect(mapFrom(params, "LIVE")).toEqual({
      also: ["DEAD", "OFFLINE"],
      at: { latitude: 41.8781, longitude: -87.6298, level: 9 },
      fridge: "IL_0001",
    });
  });

  it("a default is left out", () => {
    const params = new URLSearchParams("view=map&also=DEAD&at=41,-87,9&fridge=A");
    expect(withAt(withAlso(withLook(params, "list"), []), null).toString()).toBe("");
  });

  it("the list keeps where the map was, and no card", () => {
    const params = new URLSearchParams("view=map&at=41,-87,9&fridge=A");
    expect(withLook(params, "list").toString()).toBe("at=41%2C-87%2C9");
  });

  it("the filter's own status is not shown besides", () => {
    const params = new URLSearchParams("also=live,offline,broken");
    expect(mapFrom(params, "LIVE").also).toEqual(["OFFLINE"]);
    expect(mapFrom(params, "DEAD").also).toEqual(["LIVE", "OFFLINE"]);
  });

  it.each(["", "41,-87", "41,-87,9,2", "north,west,deep", "41,-87,NaN"])("a place that is none: %s", (at) => {
    expect(mapFrom(new URLSearchParams({ at }), "LIVE").at).toBeNull();
  });
});
