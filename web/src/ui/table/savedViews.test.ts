import { describe, expect, test } from "vitest";
import {
  applyView,
  formatColumns,
  isUnfiltered,
  MAX_VIEWS,
  nameError,
  parseColumns,
  queryError,
  sharedQuery,
  toggleDefault,
  viewQuery,
} from "./savedViews";
import type { SavedView } from "./SavedViewContext";

const view = (id: string, part: Partial<SavedView> = {}): SavedView => ({
  id,
  table: "alerts",
  screen: "/alerts",
  name: id,
  query: "kind=WARM",
  isDefault: false,
  ...part,
});

describe("the columns parameter", () => {
  test.each([
    [null, null],
    ["", null],
    ["auto", {}],
    ["stop.-name", { stop: true, name: false }],
    ["-..-", {}],
  ])("%j means %j", (text, choice) => {
    expect(parseColumns(text)).toEqual(choice);
  });

  test.each([[{}], [{ stop: true, name: false }]])("keeps the choice %j", (choice) => {
    expect(parseColumns(formatColumns(choice))).toEqual(choice);
  });
});

describe("the query of a link", () => {
  const query = (address: string, sort: string | null, visibility = {}) =>
    sharedQuery(new URLSearchParams(address), { sort, visibility }).toString();

  test("adds the columns and the sort of the user's preferences", () => {
    expect(query("text=a", "-stop", { name: false })).toBe("text=a&columns=-name&sort=-stop");
  });

  test("states that the table has its default sort, or none", () => {
    expect(query("", null)).toBe("columns=auto&sort=default");
    expect(query("", "")).toBe("columns=auto&sort=none");
  });

  test("keeps the columns and the sort of the URL", () => {
    expect(query("columns=stop&sort=id", "-stop", { name: false })).toBe("columns=stop&sort=id");
  });
});

describe("a view", () => {
  const urlState = {
    address: new URLSearchParams("text=a&date=2026-11-21"),
    change: () => undefined,
    set: () => undefined,
    go: () => undefined,
    flush: () => undefined,
  };
  const urlColumns = { choice: null, change: () => undefined };

  test("does not contain the excluded parameters, and has one order of parameters", () => {
    const views = { table: "alerts", urlState, urlColumns, excluded: ["date"] };
    expect(viewQuery(views, { sort: "id", visibility: {} })).toBe("columns=auto&sort=id&text=a");
  });

  test("replaces the filters and keeps the excluded parameters", () => {
    const address = new URLSearchParams("text=a&open=1&open=2");
    const applied = applyView(address, view("a", { query: "kind=WARM&open=3" }), ["open"]);
    expect(applied.toString()).toBe("kind=WARM&open=1&open=2");
  });

  test.each([
    ["", true],
    ["date=1", true],
    ["date=1&text=a", false],
    ["sort=id", false],
  ])("is applied by default to the URL %j: %j", (address, expected) => {
    expect(isUnfiltered(new URLSearchParams(address), ["date"])).toBe(expected);
  });

  test("is the only default of its table", () => {
    const views = [view("a", { isDefault: true }), view("b"), view("c", { table: "pars", isDefault: true })];
    const defaults = (changed: readonly SavedView[]) =>
      changed.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(defaults(toggleDefault(views, view("b")))).toEqual(["b", "c"]);
    expect(defaults(toggleDefault(views, view("a", { isDefault: true })))).toEqual(["c"]);
  });
});

describe("the name of a view", () => {
  const views = [view("1", { name: "Chicago" }), view("2", { name: "Boston", table: "pars" })];
  const error = (name: string, id: string | null = null, all: readonly SavedView[] = views) =>
    nameError(name, { id, table: "alerts" }, all);

  test("is required and has at most 60 characters", () => {
    expect(error("  ")).toBe("Enter a name");
    expect(error("a".repeat(60))).toBeUndefined();
    expect(error("a".repeat(61))).toBe("A name can have at most 60 characters");
  });

  test("is unique for a table without regard to case", () => {
    expect(error(" CHICAGO ")).toBe("There is already a view called CHICAGO. Choose another name.");
    expect(error("CHICAGO", "1")).toBeUndefined();
    expect(error("Boston")).toBeUndefined();
  });

  test("cannot be added when the user has the maximum number of views", () => {
    const full = Array.from({ length: MAX_VIEWS }, (_, index) => view(String(index)));
    expect(error("New", null, full)).toBe("You have 50 saved views. Delete one first.");
    expect(error("New", "1", full)).toBeUndefined();
  });
});

test("a query with more than 2,000 characters is no view", () => {
  expect(queryError("a".repeat(2000))).toBeUndefined();
  expect(queryError("a".repeat(2001))).toBe("These filters are too long for a saved view");
});
