import { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import screens from "../../../functions/analytics/screens.json";
import { routes } from "./routes";

/** The paths of all routes without children, as page views report them. */
function leaves(table: readonly RouteObject[], parent = ""): readonly string[] {
  return table.flatMap(({ path = "", children }) => {
    const here = path ? `${parent}/${path}` : parent;
    return children ? leaves(children, here) : [here || "/"];
  });
}

// The server accepts page views of these screens only: a new route is added to the server's list as well.
it("the server knows every path of the route table", () => {
  expect([...new Set(leaves(routes(new QueryClient())))].sort()).toEqual([...screens].sort());
});
