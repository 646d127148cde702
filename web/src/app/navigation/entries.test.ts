import { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { describe, expect, test } from "vitest";
import { ACTIONS } from "../../api/actions";
import { paths } from "../../lib/paths";
import { routes } from "../routes";
import { isInternal, NAVIGATION, placeOf, visibleNavigation } from "./entries";

/** The routes with a screen, whose address has no parameter. */
function screenPaths(table: readonly RouteObject[]): readonly string[] {
  return table.flatMap(({ path, children, lazy }) => {
    if (children) return screenPaths(children);
    const withoutOptional = path?.replace(/\/:\w+\?$/, "");
    return lazy && withoutOptional === path && path && !/[:*]/.test(path) ? [`/${path}`] : [];
  });
}

const addresses = NAVIGATION.flatMap(({ entries }) => entries.filter(isInternal)).flatMap(({ to, aliases = [] }) => [
  to,
  ...aliases,
]);

describe("navigation entries", () => {
  // The user menu links the account page.
  test("reach every screen without a parameter in its address", () => {
    expect([...addresses, paths.account].sort()).toEqual([...screenPaths(routes(new QueryClient()))].sort());
  });

  test("have different addresses", () => {
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("are all visible with all permissions and flags", () => {
    const flags = ["drop-override", "jit-management"];
    expect(visibleNavigation((action) => ACTIONS.includes(action), flags)).toEqual(NAVIGATION);
  });

  test("need one of several permissions", () => {
    const labels = (permitted: string) =>
      visibleNavigation((action) => action === permitted, []).flatMap(({ entries }) =>
        entries.map(({ label }) => label),
      );
    expect(labels("GetUniquePMTNames")).toContain("Download Item Prices");
    expect(labels("UpdateItemPrices")).toEqual(expect.arrayContaining(["Download Item Prices", "Update Item Prices"]));
    expect(labels("GetUniquePMTNames")).not.toContain("Update Item Prices");
    expect(labels("")).not.toContain("Download Item Prices");
    expect(labels("GetUniqueLayoutNames")).toContain("Planogram");
    expect(labels("SchedulePlanogram")).toContain("Planogram");
  });
});

describe("the place of a screen", () => {
  test.each([
    ["/locations/all", "Locations", "All", []],
    ["/Locations/Detail/CHI0001", "Locations", "All", ["CHI0001"]],
    ["/locations/schedule", "Locations", "Failed Changes", []],
    ["/locations/schedule/CHI0001", "Locations", "All", ["CHI0001", "Scheduled Changes"]],
    ["/portfoliohealth/alerts", "Fridge Health", "Alerts", []],
    ["/locations/update_weekly_routes/", "Routes", "Upload Weekly Routes", []],
  ])("of %s is %s, %s, %j", (pathname, group, entry, below) => {
    const place = placeOf(pathname);
    expect([place?.group, place?.entry.label, place?.below.map(({ label }) => label)]).toEqual([group, entry, below]);
  });

  test.each(["/", "/home", "/account", "/delivery", "/no/such/screen"])("of %s is not in a group", (pathname) => {
    expect(placeOf(pathname)).toBeNull();
  });
});
