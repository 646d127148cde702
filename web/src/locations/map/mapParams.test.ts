import { describe, expect, it } from "vitest";
import { parseViewMode, parseMapParams, setAlsoParam, setAtParam, setFridgeParam, setViewMode } from "./mapParams";

describe("URL parameters of the map", () => {
  it("defaults to the list", () => {
    expect(parseViewMode(new URLSearchParams())).toBe("list");
    expect(parseViewMode(new URLSearchParams("view=globe"))).toBe("list");
    expect(parseViewMode(new URLSearchParams("view=map"))).toBe("map");
  });

  it("parses the parameters that it sets, and keeps the list's filters", () => {
    let params = new URLSearchParams("text=IL&driver=amber");
    params = setViewMode(params, "map");
    params = setAlsoParam(params, ["OFFLINE", "DEAD"]);
    params = setAtParam(params, { latitude: 41.878113, longitude: -87.629799, level: 9.0401 });
    params = setFridgeParam(params, "IL_0001");
    expect(params.toString()).toBe(
      "text=IL&driver=amber&view=map&also=DEAD%2COFFLINE&at=41.8781%2C-87.6298%2C9&fridge=IL_0001",
    );
    expect(parseMapParams(params, "LIVE")).toEqual({
      extraStatuses: ["DEAD", "OFFLINE"],
      position: { latitude: 41.8781, longitude: -87.6298, level: 9 },
      fridgeId: "IL_0001",
    });
  });

  it("omits default values", () => {
    const params = new URLSearchParams("view=map&also=DEAD&at=41,-87,9&fridge=A");
    expect(setAtParam(setAlsoParam(setViewMode(params, "list"), []), null).toString()).toBe("");
  });

  it("keeps the position and closes the card when the list is shown", () => {
    const params = new URLSearchParams("view=map&at=41,-87,9&fridge=A");
    expect(setViewMode(params, "list").toString()).toBe("at=41%2C-87%2C9");
  });

  it("ignores the status of the filter and unknown statuses in `also`", () => {
    const params = new URLSearchParams("also=live,offline,broken");
    expect(parseMapParams(params, "LIVE").extraStatuses).toEqual(["OFFLINE"]);
    expect(parseMapParams(params, "DEAD").extraStatuses).toEqual(["LIVE", "OFFLINE"]);
  });

  it.each(["", "41,-87", "41,-87,9,2", "north,west,deep", "41,-87,NaN"])("ignores the invalid position %j", (at) => {
    expect(parseMapParams(new URLSearchParams({ at }), "LIVE").position).toBeNull();
  });
});
