import { describe, expect, it } from "vitest";
import { mergeFleets } from "./fleet";
import { fridge } from "./fridges";

const mergeToText = (parts: Parameters<typeof mergeFleets>[0]) =>
  mergeFleets(parts).map(({ id, status }) => `${id} ${status}`);

describe("mergeFleets", () => {
  const live = [fridge({ id: "A" }), fridge({ id: "B" })];
  const offline = [fridge({ id: "B", status: "OFFLINE" }), fridge({ id: "C", status: "OFFLINE" })];

  it.each([
    ["the second part is newer", 1, 2, ["A LIVE", "B OFFLINE", "C OFFLINE"]],
    ["the first part is newer", 2, 1, ["B LIVE", "C OFFLINE", "A LIVE"]],
    ["an incomplete part counts as older", null, 1, ["A LIVE", "B OFFLINE", "C OFFLINE"]],
  ])("keeps one entry of a location that changed its status: %s", (_, liveAsOf, offlineAsOf, expected) => {
    expect(
      mergeToText([
        { asOf: liveAsOf, locations: live },
        { asOf: offlineAsOf, locations: offline },
      ]),
    ).toEqual(expected);
  });

  it("returns a single part unchanged", () => {
    expect(
      mergeFleets([
        { asOf: 1, locations: live },
        { asOf: 2, locations: [] },
      ]),
    ).toBe(live);
    expect(mergeFleets([])).toEqual([]);
  });
});
