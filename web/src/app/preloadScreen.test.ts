import { beforeEach, expect, it, vi } from "vitest";
import { preloadCache } from "../lib/storage";
import { preloadScreen } from "./preloadScreen";

const { loaded } = vi.hoisted(() => ({ loaded: vi.fn<(screen: string) => void>() }));

vi.mock("../lib/storage");
vi.mock("../locations/list/LocationsPage", () => {
  loaded("locations");
  return { default: () => null };
});
vi.mock("../activity/ActivityPage", () => {
  loaded("activity");
  return { default: () => null };
});

beforeEach(() => vi.resetModules());

it("loads the files and the cached list of the first screen", async () => {
  preloadScreen("/Locations/all");
  await vi.waitFor(() => expect(loaded.mock.calls).toEqual([["locations"]]));
  expect(vi.mocked(preloadCache).mock.calls).toEqual([["locations/LIVE"]]);
});

it("reads no list for a screen without a cached one", async () => {
  preloadScreen("/activity");
  await vi.waitFor(() => expect(loaded.mock.calls).toEqual([["activity"]]));
  expect(preloadCache).not.toHaveBeenCalled();
});

it("loads nothing for an unknown path", () => {
  preloadScreen("/constructor");
  expect(loaded).not.toHaveBeenCalled();
  expect(preloadCache).not.toHaveBeenCalled();
});
