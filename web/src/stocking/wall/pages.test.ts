// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { countFitting, PAGE_PERIOD, pageOf, usePages } from "./pages";

test.each([
  [100, 30, 5, 3],
  [100, 30, 0, 3],
  [95, 30, 5, 2],
  [10, 30, 5, 1],
])("a length of %i fits items of %i with gaps of %i %i times", (length, size, gap, count) => {
  expect(countFitting(length, size, gap)).toBe(count);
});

test("the pages contain each item once, in order", () => {
  const items = Array.from({ length: 10 }, (_, index) => index);
  for (let size = 1; size <= 11; size += 1) {
    const pages = Array.from({ length: Math.ceil(items.length / size) }, (_, page) => pageOf(items, page, size));
    expect(pages.flat()).toEqual(items);
  }
});

describe("usePages", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const preferReducedMotion = (matches: boolean) =>
    vi.spyOn(window, "matchMedia").mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: matches && query === "(prefers-reduced-motion: reduce)",
        media: query,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );

  it("shows a new page each period, and the first page after the last", () => {
    preferReducedMotion(false);
    const { result } = renderHook(() => usePages(5, 2));
    const seen = [0, 1, 2, 3].map(() => {
      const { page } = result.current;
      advance(PAGE_PERIOD);
      return page;
    });
    expect(seen).toEqual([0, 1, 2, 0]);
    expect(result.current.pages).toBe(3);
  });

  it("stays on a page while it is paused, and turns pages on demand", () => {
    preferReducedMotion(false);
    const { result } = renderHook(() => usePages(5, 2));
    act(() => result.current.toggleRotation());
    advance(10 * PAGE_PERIOD);
    expect(result.current.page).toBe(0);
    act(() => result.current.turn(-1));
    expect(result.current.page).toBe(2);
    act(() => result.current.turn(1));
    expect(result.current.page).toBe(0);
  });

  it("starts paused if the user prefers reduced motion", () => {
    preferReducedMotion(true);
    const { result } = renderHook(() => usePages(5, 2));
    advance(10 * PAGE_PERIOD);
    expect(result.current).toMatchObject({ page: 0, isRotating: false });
  });

  it("keeps a valid page when fewer pages remain", () => {
    preferReducedMotion(false);
    const { result, rerender } = renderHook(({ size }) => usePages(5, size), { initialProps: { size: 1 } });
    act(() => result.current.turn(-1));
    expect(result.current.page).toBe(4);
    rerender({ size: 5 });
    expect(result.current).toMatchObject({ page: 0, pages: 1 });
  });
});
