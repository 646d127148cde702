import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { CHECK_INTERVAL, STALE_VERSION, isStale, scriptsOf } from "./staleVersion";

const page = (...scripts: string[]) =>
  `<!doctype html>${scripts.map((src) => `<script type="module" crossorigin src="${src}"></script>`).join("")}`;
const NEW = page("/assets/libraries-Old.js", "/assets/start-New.js");
const OLD = page("/assets/libraries-Old.js", "/assets/start-Old.js");

test("scriptsOf returns the module scripts of a page", () => {
  expect(scriptsOf(OLD)).toEqual(["/assets/libraries-Old.js", "/assets/start-Old.js"]);
  expect(scriptsOf("<p>Down for maintenance</p>")).toEqual([]);
});

describe("isStale compares the scripts of the page, fetched without a cache", () => {
  const stubPublishedPage = (respond: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(respond));

  test.each([
    ["another script", () => Promise.resolve(new Response(NEW)), true],
    ["the same scripts", () => Promise.resolve(new Response(OLD)), false],
    ["a page of another site", () => Promise.resolve(new Response("<p>Wi-Fi login</p>")), false],
    ["an error", () => Promise.resolve(new Response(NEW, { status: 503 })), false],
    ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), false],
  ])("%s", async (_case, respond, stale) => {
    stubPublishedPage(respond);
    expect(await isStale(scriptsOf(OLD))).toBe(stale);
    expect(fetch).toHaveBeenCalledWith("/", { cache: "no-store" });
  });
});

describe("in the console", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    document.head.innerHTML = OLD;
  });
  afterEach(() => {
    vi.useRealTimers();
    document.head.innerHTML = "";
  });

  test("checks every 300000 ms and shows a permanent notice for a stale version", async () => {
    expect(CHECK_INTERVAL).toBe(300_000);
    renderApp("/home");
    await screen.findByRole("heading", { level: 1 });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(NEW)));
    await act(() => vi.advanceTimersByTimeAsync(CHECK_INTERVAL - 1));
    expect(screen.queryByText(STALE_VERSION)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(
      await screen.findByText("You are on an old version of the software. Please refresh the page."),
    ).toBeDefined();
  });
});
