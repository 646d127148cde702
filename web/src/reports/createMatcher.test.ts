import { expect, it, vi } from "vitest";
import { createMatcher } from "./createMatcher";

const row = (item: string) => ({ fridge: "CHI_1", item });
const ROWS = [row("Cobb Salad"), row("Greek Salad"), row("Salad Bowl")];

function find(query: string): readonly string[] {
  const matches = createMatcher<(typeof ROWS)[number]>(({ fridge, item }) => [fridge, item]);
  return ROWS.filter((each) => matches(each, query)).map(({ item }) => item);
}

it("matches rows that contain each word in one of their names, in any case and order", () => {
  expect(find(" SALAD cobb ")).toEqual(["Cobb Salad"]);
  expect(find("salad chi")).toEqual(["Cobb Salad", "Greek Salad", "Salad Bowl"]);
  expect(find("salad dal")).toEqual([]);
});

it("matches all rows without a word", () => {
  expect(find("  ")).toHaveLength(3);
});

it("does not match a word that spans two names", () => {
  expect(find("chi_1cobb")).toEqual([]);
});

it("reads the names of a row once", () => {
  const namesOf = vi.fn(({ item }: (typeof ROWS)[number]) => [item]);
  const matches = createMatcher(namesOf);
  for (const query of ["c", "co", "cob"]) ROWS.filter((each) => matches(each, query));
  expect(namesOf).toHaveBeenCalledTimes(ROWS.length);
});
