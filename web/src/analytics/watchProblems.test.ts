// @vitest-environment happy-dom
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { BrowserProblemInput } from "../api/schema";
import { startServer } from "../../test/server";
import { SLOW_NAVIGATION_MS, captureError, watchProblems } from "./watchProblems";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function startWatch(isSampled = false) {
  const server = startServer({
    handlers: { reportBrowserProblems: ({ problems }: { problems: unknown[] }) => problems.length },
  });
  const slow = { path: "slow", loader: () => new Promise((resolve) => setTimeout(() => resolve(null), 3500)) };
  const router = createMemoryRouter([{ path: "home" }, { path: "locations/detail/:id?" }, slow], {
    initialEntries: ["/locations/detail/CHI_0001"],
  });
  onTestFinished(watchProblems(router, isSampled));
  const batches = () =>
    server.calls.map(({ input }) => (input as { problems: readonly BrowserProblemInput[] }).problems);
  const wait = async () => {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(6000);
  };
  return { router, batches, wait };
}

test("reports errors with screen, release and request id in one batch, each once", async () => {
  const { batches, wait } = startWatch();
  const error = Object.assign(new TypeError("x is undefined"), { requestId: "1-2-3" });
  captureError(error);
  captureError(error);
  captureError(new Error("y is undefined"));
  await wait();
  expect(batches()).toHaveLength(1);
  expect(batches()[0]).toMatchObject([
    { kind: "ERROR", screen: "/locations/detail/:id?", message: "TypeError: x is undefined", requestId: "1-2-3" },
    { message: "Error: y is undefined", requestId: null },
  ]);
  expect(batches()[0]?.[0]?.release).toBeTruthy();
});

test("caps message, stack and number of problems, and ignores errors of extensions", async () => {
  const { batches, wait } = startWatch();
  captureError(new Error("Script error."));
  captureError(new Error("ResizeObserver loop completed with undelivered notifications."));
  captureError(Object.assign(new Error("m".repeat(1000)), { stack: "s".repeat(9000) }));
  for (let number = 0; number < 20; number += 1) captureError(new Error(`error ${number}`));
  await wait();
  const [problems = []] = batches();
  expect(problems).toHaveLength(10);
  expect(problems[0]?.message).toHaveLength(300);
  expect(problems[0]?.stack).toHaveLength(4000);
});

test("reports a navigation that takes too long only in sampled page loads", async () => {
  for (const isSampled of [true, false]) {
    const { router, batches, wait } = startWatch(isSampled);
    void router.navigate("/slow");
    await vi.advanceTimersByTimeAsync(SLOW_NAVIGATION_MS + 1000);
    await wait();
    const problems = batches().flat();
    expect(problems.map(({ kind, screen, message }) => ({ kind, screen, message }))).toEqual(
      isSampled ? [{ kind: "SLOW_SCREEN", screen: "/slow", message: "navigation" }] : [],
    );
  }
});
