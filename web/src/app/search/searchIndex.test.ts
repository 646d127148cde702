import { describe, expect, test } from "vitest";
import { createIndex } from "./searchIndex";
import { keyOf, type SearchItem } from "./searchItem";

const fridge = (title: string, detail: string): SearchItem => ({
  kind: "fridge",
  title,
  detail,
  to: `/locations/detail/${title}`,
});

const FRIDGES = [
  fridge("CHI_0001", "Wacker Lobby · 233 S Wacker Dr, Chicago, IL 60606 · Route amber 12"),
  fridge("CHI_00010", "Library · 400 S State St, Chicago, IL 60605 · Route birch 3"),
  fridge("MIL_0001", "Harbor Hall · 12 Lake Ave, Milwaukee, WI 53202 · Route amber 12"),
  fridge("LAKE", "Cafeteria · 1 Main St, Boston, MA 02108"),
];

async function search(query: string, recent: readonly SearchItem[] = [], limit = 10) {
  const index = await createIndex(FRIDGES);
  return index.search(query, new Set(recent.map(keyOf)), limit).map(({ item }) => item.title);
}

describe("the search index", () => {
  test.each([
    ["an id", "MIL_0001", ["MIL_0001"]],
    ["an id in lower case without separators", "mil0001", ["MIL_0001"]],
    ["an id with other separators", "mil-00 01", ["MIL_0001"]],
    ["the beginning of an id", "chi", ["CHI_0001", "CHI_00010"]],
    ["a name", "harbor", ["MIL_0001"]],
    ["the beginning of a street", "wack", ["CHI_0001"]],
    ["a house number and a street", "400 state", ["CHI_00010"]],
    ["a ZIP code", "53202", ["MIL_0001"]],
    ["a route number", "amber 12", ["MIL_0001", "CHI_0001"]],
    ["words of different attributes", "library 60605", ["CHI_00010"]],
    ["words of which one does not match", "library boston", []],
    ["punctuation", " . ", []],
  ])("finds items by %s", async (_, query, titles) => {
    expect(await search(query)).toEqual(titles);
  });

  test("ranks an exact id before a longer one and a title before other attributes", async () => {
    expect(await search("chi_0001")).toEqual(["CHI_0001", "CHI_00010"]);
    expect(await search("lake")).toEqual(["LAKE", "MIL_0001"]);
  });

  test("ranks recent items first, but not before an exact id", async () => {
    const [chicago, longer] = FRIDGES;
    expect(await search("amber", chicago && [chicago])).toEqual(["CHI_0001", "MIL_0001"]);
    expect(await search("chi", longer && [longer])).toEqual(["CHI_00010", "CHI_0001"]);
    expect(await search("chi_0001", longer && [longer])).toEqual(["CHI_0001", "CHI_00010"]);
  });

  test("returns at most the requested number", async () => {
    expect(await search("chicago", [], 1)).toHaveLength(1);
  });
});
