import { describe, expect, it } from "vitest";
import { together } from "./fleet";
import { fridge } from "./fridges";

const told = (parts: Parameters<typeof together>[0]) => together(parts).map(({ id, status }) => `${id} ${status}`);

describe("locations of several statuses together", () => {
  const live = [fridge({ id: "A" }), fridge({ id: "B" })];
  const offline = [fridge({ id: "B", status: "OFFLINE" }), fridge({ id: "C", status: "OFFLINE" })];

  it.each([
    ["the later part knows better", 1, 2, ["A LIVE", "B OFFLINE", "C OFFLINE"]],
    ["whichever it is", 2, 1, ["B LIVE", "C OFFLINE", "A LIVE"]],
    ["one not read to its end is the older", null, 1, ["A LIVE", "B OFFLINE", "C OFFLINE"]],
  ])("one that changed its status is there once: %s", (_, liveAsOf, offlineAsOf, expected) => {
    expect(
      told([
        { asOf: liveAsOf, locations: live },
        { asOf: offlineAsOf, locations: offline },
      ]),
    ).toEqual(expected);
  });

  it("of one status stay as they are", () => {
    expect(
      together([
        { asOf: 1, locations: live },
        { asOf: 2, locations: [] },
      ]),
    ).toBe(live);
    expect(together([])).toEqual([]);
  });
});
