import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Refusal, startServer } from "../../test/server";
import { watchScreens } from "./pageViews";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function visit(answer: (input: { views: { id: string; screen: string }[] }) => unknown) {
  const server = startServer({ answers: { recordPageViews: answer } });
  const router = createMemoryRouter([{ path: "home" }, { path: "locations/detail/:id?" }], {
    initialEntries: ["/home"],
  });
  onTestFinished(watchScreens(router));
  const told = () => server.calls.map(({ input }) => (input as { views: { id: string; screen: string }[] }).views);
  return { router, told };
}

const leave = () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
};

test("screens visited are told together, by their paths in the route table", async () => {
  const { router, told } = visit(({ views }) => views.length);
  await router.navigate("/locations/detail/CHI_0001");
  await router.navigate("/locations/detail/CHI_0001?tab=2");
  expect(told()).toEqual([]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(told().map((views) => views.map(({ screen }) => screen))).toEqual([["/home", "/locations/detail/:id?"]]);
});

test("they are told when the page is left", async () => {
  const { told } = visit(({ views }) => views.length);
  leave();
  await vi.waitFor(() => expect(told()).toHaveLength(1));
});

test("what could not be told is told again under the same id", async () => {
  let calls = 0;
  const { told } = visit(({ views }) => {
    calls += 1;
    if (calls === 1) throw new Refusal("Unavailable", "Try again");
    return views.length;
  });
  await vi.advanceTimersByTimeAsync(25_000);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(told()).toHaveLength(2);
  expect(told()[1]?.[0]?.id).toBe(told()[0]?.[0]?.id);
});
