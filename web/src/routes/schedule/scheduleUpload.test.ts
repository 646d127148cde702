import { expect, it, vi } from "vitest";
import { readLocationRoutes } from "../locationRoutes";
import { readKnownLocations } from "../readKnownLocations";
import { buildRouteStop } from "../view/stops.fixture";
import { scheduleUpload } from "./scheduleUpload";

vi.mock("../locationRoutes");
vi.mock("../readKnownLocations");

it("loads days with more stored stops than a call can have arguments", async () => {
  const stop = buildRouteStop();
  vi.mocked(readLocationRoutes).mockResolvedValue(Array.from({ length: 50_000 }, () => stop));
  vi.mocked(readKnownLocations).mockResolvedValue(new Map());
  const days = Array.from({ length: 7 }, (_, day) => `2026-12-0${day + 1}`);
  const known = await scheduleUpload.comparison?.load(days, new AbortController().signal);
  expect(known?.stops).toHaveLength(350_000);
});
