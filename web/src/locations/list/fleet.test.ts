import { describe, expect, it } from "vitest";
import { addPage, applyQuickReload, EMPTY_FLEET, mergeFleets, startFullReload, type Fleet } from "./fleet";
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

describe("the order of the loaded locations (LOC-4)", () => {
  const idsOf = ({ locations }: Fleet) => locations.map(({ id }) => id);
  const page = (ids: readonly string[], nextToken: string | null = null) => ({
    items: ids.map((id) => fridge({ id })),
    nextToken,
  });
  const sorted = { ...EMPTY_FLEET, ...{ asOf: 1, locations: page(["CA_11", "il_9", "IL_10"]).items } };

  it("is the natural order of the ids after each page", () => {
    const first = addPage(EMPTY_FLEET, startFullReload(1), page(["IL_10", "il_9"], "next"));
    expect(idsOf(first)).toEqual(["il_9", "IL_10"]);
    expect(idsOf(addPage(first, first.fullReload ?? startFullReload(1), page(["CA_11"])))).toEqual(idsOf(sorted));
  });

  it("is the natural order of the ids after a quick reload", () => {
    expect(idsOf(applyQuickReload(EMPTY_FLEET, 1, page(["IL_10", "CA_11", "il_9"])))).toEqual(idsOf(sorted));
    expect(idsOf(applyQuickReload(sorted, 2, page(["IL_10", "il_9"], "next")))).toEqual(idsOf(sorted));
    const withNew = applyQuickReload(sorted, 2, page(["IL_1", "CA_11"], "next"));
    expect(idsOf(withNew)).toEqual(["CA_11", "IL_1", "il_9", "IL_10"]);
  });
});
