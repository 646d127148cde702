// @vitest-environment happy-dom
import { observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/react-virtual";
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useStableScroll } from "./useStableScroll";

/** A list of 100 rows with an estimated height of 40, scrolled so that row 10 is the first visible one. */
function createList() {
  const scrollToFn = vi.fn<(offset: number, options: { readonly adjustments?: number | undefined }) => void>();
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: 100,
    getScrollElement: () => null,
    estimateSize: () => 40,
    scrollToFn,
    observeElementRect,
    observeElementOffset,
    initialOffset: 400,
    initialRect: { width: 800, height: 600 },
  });
  virtualizer.getVirtualItems();
  renderHook(() => useStableScroll(virtualizer));
  return { virtualizer, scrollToFn };
}

test("adjusts the scroll position at rest when a row above the visible ones grows", () => {
  const { virtualizer, scrollToFn } = createList();
  virtualizer.resizeItem(3, 60);
  expect(scrollToFn).toHaveBeenCalledOnce();
  expect(scrollToFn.mock.calls[0]).toMatchObject([400, { adjustments: 20 }, virtualizer]);
});

test("does not adjust the scroll position while the list scrolls", () => {
  const { virtualizer, scrollToFn } = createList();
  virtualizer.isScrolling = true;
  virtualizer.resizeItem(3, 60);
  expect(scrollToFn).not.toHaveBeenCalled();
  expect(virtualizer.getTotalSize()).toBe(100 * 40 + 20);
});

test("does not adjust the scroll position when a fully or partly visible row grows", () => {
  const { virtualizer, scrollToFn } = createList();
  virtualizer.resizeItem(12, 60);
  virtualizer.scrollOffset = 410;
  virtualizer.resizeItem(10, 60);
  expect(scrollToFn).not.toHaveBeenCalled();
});
