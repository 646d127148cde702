// @vitest-environment happy-dom
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ServerError, startServer } from "../../test/server";
import { trackPageViews } from "./pageViews";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function startTracking(handler: (input: { views: { id: string; screen: string }[] }) => unknown) {
  const server = startServer({ handlers: { recordPageViews: handler } });
  const router = createMemoryRouter([{ path: "home" }, { path: "locations/detail/:id?" }], {
    initialEntries: ["/home"],
  });
  onTestFinished(trackPageViews(router));
  const sentBatches = () =>
    server.calls.map(({ input }) => (input as { views: { id: string; screen: string }[] }).views);
  return { router, sentBatches };
}

const hidePage = () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
};

test("sends visited screens in one batch, as route patterns", async () => {
  const { router, sentBatches } = startTracking(({ views }) => views.length);
  await router.navigate("/locations/detail/CHI_0001");
  await router.navigate("/locations/detail/CHI_0001?tab=2");
  expect(sentBatches()).toEqual([]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sentBatches().map((views) => views.map(({ screen }) => screen))).toEqual([
    ["/home", "/locations/detail/:id?"],
  ]);
});

test("sends pending views when the page is hidden", async () => {
  const { sentBatches } = startTracking(({ views }) => views.length);
  hidePage();
  await vi.waitFor(() => expect(sentBatches()).toHaveLength(1));
});

test("retries a failed batch with the same ids", async () => {
  let calls = 0;
  const { sentBatches } = startTracking(({ views }) => {
    calls += 1;
    if (calls === 1) throw new ServerError("Unavailable", "Try again");
    return views.length;
  });
  await vi.advanceTimersByTimeAsync(25_000);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sentBatches()).toHaveLength(2);
  expect(sentBatches()[1]?.[0]?.id).toBe(sentBatches()[0]?.[0]?.id);
});
