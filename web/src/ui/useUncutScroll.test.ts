import { observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/react-virtual";
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useUncutScroll } from "./useUncutScroll";

/** 100 rows, taken for 40 high, of which the tenth is the first in sight. */
function list() {
  const jump = vi.fn<(offset: number, how: { readonly adjustments?: number | undefined }) => void>();
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: 100,
    getScrollElement: () => null,
    estimateSize: () => 40,
    scrollToFn: jump,
    observeElementRect,
    observeElementOffset,
    initialOffset: 400,
    initialRect: { width: 800, height: 600 },
  });
  virtualizer.getVirtualItems();
  renderHook(() => useUncutScroll(virtualizer));
  return { virtualizer, jump };
}

test("what turns out higher above what is in sight is made up for at rest", () => {
  const { virtualizer, jump } = list();
  virtualizer.resizeItem(3, 60);
  expect(jump).toHaveBeenCalledOnce();
  expect(jump.mock.calls[0]).toMatchObject([400, { adjustments: 20 }, virtualizer]);
});

test("while the list moves nothing is made up for: the movement would end", () => {
  const { virtualizer, jump } = list();
  virtualizer.isScrolling = true;
  virtualizer.resizeItem(3, 60);
  expect(jump).not.toHaveBeenCalled();
  expect(virtualizer.getTotalSize()).toBe(100 * 40 + 20);
});

test("what is in sight, or in part, may grow downwards", () => {
  const { virtualizer, jump } = list();
  virtualizer.resizeItem(12, 60);
  virtualizer.scrollOffset = 410;
  virtualizer.resizeItem(10, 60);
  expect(jump).not.toHaveBeenCalled();
});
