import { readdirSync, readFileSync } from "node:fs";
import { QueryClient } from "@tanstack/react-query";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { routes } from "../app/routes";
import { paths, withQuery } from "./paths";

test("a path with an id escapes the id", () => {
  expect(paths.location("IL_0001")).toBe("/locations/detail/IL_0001");
  expect(paths.location("A/B ?")).toBe("/locations/detail/A%2FB%20%3F");
});

test("withQuery escapes the parameters", () => {
  expect(withQuery(paths.locations, { status: "LIVE", text: "a&b" })).toBe("/locations/all?status=LIVE&text=a%26b");
});

const addresses = Object.entries(paths).map(([name, path]) => [name, typeof path === "string" ? path : path("IL_1")]);

test.each(addresses)("the route table has a screen for paths.%s (%s)", (_, address = "") => {
  const route = matchRoutes(routes(new QueryClient()), address)?.at(-1)?.route;
  expect(route?.path).toBeDefined();
  expect(route?.path).not.toContain("*");
});

/** A link, a navigation or a redirect to a literal address, or the address of a location's screen. */
const HAND_TYPED =
  /(?:\bto=\{?|\bto: |\bhref=\{?|\bnavigate\(|\bredirect\(|\bpathname: )["'`]\/|["'`]\/locations\/(?:detail|inventory|health|schedule)["'`/]/;

test.each([
  ['<Link to="/locations/all">', true],
  ["<Link to={`/pars/list?location=${id}`}>", true],
  ['navigate({ pathname: "/home" })', true],
  ["const path = `/locations/detail/${id}`;", true],
  ['rest("GET", `/locations/${id}/schedule`)', false],
  ["<Link to={paths.locations}>", false],
])("the search for addresses in the source finds %s: %s", (source, found) =>
  expect(HAND_TYPED.test(source)).toBe(found),
);

test("no file except lib/paths contains the address of a screen", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|fixture|generated)\./.test(file) && file !== "lib/paths.ts",
  );
  const found = files.flatMap((file) =>
    readFileSync(`src/${file}`, "utf8")
      .split("\n")
      .filter((line) => HAND_TYPED.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
