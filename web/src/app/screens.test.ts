import { readFileSync } from "node:fs";
import { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import screens from "../../../functions/analytics/screens.json";
import { paths } from "../lib/paths";
import { routes } from "./routes";

/** The paths of all leaf routes, as page views report them. */
function leafPaths(table: readonly RouteObject[], parent = ""): readonly string[] {
  return table.flatMap(({ path = "", children }) => {
    const fullPath = path ? `${parent}/${path}` : parent;
    return children ? leafPaths(children, fullPath) : [fullPath || "/"];
  });
}

// The server accepts page views of these screens only, so each new route must be added to its list.
it("the server's list of screens contains every route", () => {
  expect([...new Set(leafPaths(routes(new QueryClient())))].sort()).toEqual([...screens].sort());
});

it("the requirements contain the address of every screen (SHL-10)", () => {
  const requirements = readFileSync("../docs/requirements/shell.md", "utf8");
  const addresses = Object.values(paths).map((path) => (typeof path === "string" ? path : `${path.screen}/{id}`));
  expect(addresses.filter((address) => !requirements.includes(`\`${address}\``))).toEqual([]);
});
