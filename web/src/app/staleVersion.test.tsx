import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { CHECK_EVERY, STALE_VERSION, isStale, mainScriptOf } from "./staleVersion";

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`;

test("the main script of a built page is found", () => {
  expect(mainScriptOf(page("/assets/index-Ab1.js"))).toBe("/assets/index-Ab1.js");
  expect(mainScriptOf("<p>Down for maintenance</p>")).toBeNull();
});

describe("a version is stale when the page, fetched uncached, has another main script", () => {
  const published = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));

  test.each([
    ["another script", () => Promise.resolve(new Response(page("/assets/index-New.js"))), true],
    ["the same script", () => Promise.resolve(new Response(page("/assets/index-Old.js"))), false],
    ["a page of somebody else", () => Promise.resolve(new Response("<p>Wi-Fi login</p>")), false],
    ["an error", () => Promise.resolve(new Response(page("/assets/index-New.js"), { status: 503 })), false],
    ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), false],
  ])("%s", async (_case, answer, stale) => {
    published(answer);
    expect(await isStale("/assets/index-Old.js")).toBe(stale);
    expect(fetch).toHaveBeenCalledWith("/", { cache: "no-store" });
  });
});

describe("in the console", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    document.head.innerHTML = '<script type="module" src="/assets/index-Old.js"></script>';
  });
  afterEach(() => {
    vi.useRealTimers();
    document.head.innerHTML = "";
  });

  test("every 300000 ms it is looked, and a stale version is told with a notice that stays", async () => {
    expect(CHECK_EVERY).toBe(300_000);
    renderApp("/home");
    await screen.findByRole("heading", { level: 1 });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(page("/assets/index-New.js"))));
    await act(() => vi.advanceTimersByTimeAsync(CHECK_EVERY - 1));
    expect(screen.queryByText(STALE_VERSION)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(
      await screen.findByText("You are on an old version of the software. Please refresh the page."),
    ).toBeDefined();
  });
});
