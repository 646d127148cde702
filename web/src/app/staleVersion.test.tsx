import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { CHECK_EVERY, STALE_VERSION, isStale, scriptsOf } from "./staleVersion";

const page = (...scripts: string[]) =>
  `<!doctype html>${scripts.map((src) => `<script type="module" crossorigin src="${src}"></script>`).join("")}`;
const NEW = page("/assets/libraries-Old.js", "/assets/start-New.js");
const OLD = page("/assets/libraries-Old.js", "/assets/start-Old.js");

test("the scripts that a built page begins with are found", () => {
  expect(scriptsOf(OLD)).toEqual(["/assets/libraries-Old.js", "/assets/start-Old.js"]);
  expect(scriptsOf("<p>Down for maintenance</p>")).toEqual([]);
});

describe("a version is stale when the page, fetched uncached, begins with a script that is new", () => {
  const published = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));

  test.each([
    ["another script", () => Promise.resolve(new Response(NEW)), true],
    ["the same scripts", () => Promise.resolve(new Response(OLD)), false],
    ["a page of somebody else", () => Promise.resolve(new Response("<p>Wi-Fi login</p>")), false],
    ["an error", () => Promise.resolve(new Response(NEW, { status: 503 })), false],
    ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), false],
  ])("%s", async (_case, answer, stale) => {
    published(answer);
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

  test("every 300000 ms it is looked, and a stale version is told with a notice that stays", async () => {
    expect(CHECK_EVERY).toBe(300_000);
    renderApp("/home");
    await screen.findByRole("heading", { level: 1 });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(NEW)));
    await act(() => vi.advanceTimersByTimeAsync(CHECK_EVERY - 1));
    expect(screen.queryByText(STALE_VERSION)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(
      await screen.findByText("You are on an old version of the software. Please refresh the page."),
    ).toBeDefined();
  });
});
