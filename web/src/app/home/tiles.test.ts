import { describe, expect, test } from "vitest";
import type { Action } from "../../api/actions";
import { paths } from "../../lib/paths";
import type { HomeTile } from "../../session/preferences";
import { visibleNavigation } from "../navigation/entries";
import { countSince, yesterdayOf } from "./changes";
import { availableTiles, defaultTiles, visibleTiles, withArrangement, withViews, type View } from "./tiles";
import { addressOf, moved, reordered, titleOf } from "./tileTexts";

const view = (id: string, screen: string): View => ({
  id,
  table: "locations",
  screen,
  name: `View ${id}`,
  query: "text=a",
  isDefault: false,
});
const VIEWS = [view("1", paths.locations), view("2", paths.alerts), view("3", paths.locationSchedule("MSY_1"))];

function accessOf(...actions: readonly Action[]) {
  const may = (action: Action) => actions.includes(action);
  return { may, navigation: visibleNavigation(may, []), views: VIEWS, favorites: [paths.coupons] };
}

const names = (tiles: readonly HomeTile[]) => tiles.map(({ kind, view: id }) => id ?? kind);
const tile = (kind: HomeTile["kind"], id: string | null = null): HomeTile => ({ kind, view: id });

describe("a dragged tile", () => {
  const order = ["a", "b", "c", "d"];
  test.each([
    ["a", "c", "before", "b a c d"],
    ["a", "c", "after", "b c a d"],
    ["d", "a", "before", "d a b c"],
    ["d", "b", "after", "a b d c"],
    ["b", "b", "after", "a b c d"],
    ["b", "gone", "after", "a b c d"],
    ["gone", "b", "after", "a b c d"],
  ] as const)("%s, dropped on %s (%s), gives %s", (dragged, target, place, expected) =>
    expect(reordered(order, dragged, target, place)).toEqual(expected.split(" ")),
  );
});

describe("the tiles", () => {
  test("without an arrangement are those that the permissions allow", () => {
    expect(names(defaultTiles(accessOf("GetCheckPointStatus")))).toEqual([
      "ATTENTION",
      "DELIVERY",
      "CHANGES",
      "FAVORITES",
      "RECENT",
      "SCREENS",
    ]);
    expect(names(defaultTiles(accessOf()))).not.toContain("DELIVERY");
    expect(names(defaultTiles({ ...accessOf(), favorites: [] }))).not.toContain("FAVORITES");
    expect(visibleTiles(null, accessOf())).toEqual(defaultTiles(accessOf()));
  });

  test("can be the saved views of screens that the user may open", () => {
    expect(names(availableTiles(accessOf())).filter((name) => /\d/.test(name))).toEqual(["2"]);
    expect(names(availableTiles(accessOf("GetAllLocation"))).filter((name) => /\d/.test(name))).toEqual([
      "1",
      "2",
      "3",
    ]);
  });

  test("keep the user's order and omit those without permission", () => {
    const home = [tile("SCREENS"), tile("VIEW", "1"), tile("DELIVERY"), tile("VIEW", "2"), tile("VIEW", "gone")];
    expect(names(visibleTiles(home, accessOf()))).toEqual(["SCREENS", "2"]);
    expect(names(visibleTiles(home, accessOf("GetAllLocation", "GetCheckPointStatus")))).toEqual([
      "SCREENS",
      "1",
      "DELIVERY",
      "2",
    ]);
    expect(visibleTiles([], accessOf())).toEqual([]);
  });

  test.each([
    [0, 1, ["b", "a", "c"]],
    [2, -1, ["a", "c", "b"]],
    [0, -1, ["a", "b", "c"]],
    [2, 1, ["a", "b", "c"]],
    [3, -1, ["a", "b", "c"]],
  ] as const)("move the entry %j by %j", (index, step, expected) => {
    expect(moved(["a", "b", "c"], index, step)).toEqual(expected);
  });

  test("of a view state its screen and its name, and link to it", () => {
    expect(titleOf(tile("VIEW", "1"), VIEWS)).toBe("Locations: All: View 1");
    expect(titleOf(tile("VIEW", "2"), VIEWS)).toBe("Alerts: View 2");
    expect(titleOf(tile("RECENT"), VIEWS)).toBe("Recent items");
    expect(addressOf(view("1", "/a"))).toBe("/a?text=a");
    expect(addressOf({ ...view("1", "/a"), query: "" })).toBe("/a");
  });
});

describe("the stored preferences", () => {
  const current = { views: VIEWS, home: [tile("VIEW", "1"), tile("RECENT")], favorites: [paths.coupons] };

  test("drop the tile of a deleted view", () => {
    expect(withViews(current, VIEWS.slice(1))).toEqual({ ...current, views: VIEWS.slice(1), home: [tile("RECENT")] });
  });

  test("keep the views when the user arranges the page, also to the default", () => {
    expect(withArrangement(current, null, [])).toEqual({ views: VIEWS, home: null, favorites: [] });
    expect(withArrangement(current, [tile("VIEW", "gone")], [])).toEqual({ views: VIEWS, home: [], favorites: [] });
  });
});

test("counts what happened since yesterday in Central time", () => {
  const yesterday = yesterdayOf(Date.parse("2026-11-22T05:30:00Z"));
  expect(yesterday).toBe("2026-11-20");
  expect(countSince(["2026-11-20T05:59:00Z", "2026-11-20T06:00:00Z", "2026-11-22T05:00:00Z"], yesterday)).toBe(2);
});
