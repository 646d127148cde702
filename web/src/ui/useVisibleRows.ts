import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFocusedRow } from "./useFocusedRow";
import { useIsNarrowScreen } from "../lib/useIsNarrowScreen";
import { useStableScroll } from "./useStableScroll";

/** The estimated height of a row in pixels, used until it is measured. */
export interface RowHeight {
  readonly line: number;
  /** On a narrow screen. */
  readonly card: number;
}

export type VisibleRows = ReturnType<typeof useVisibleRows>;

/**
 * The visible rows of a long list that scrolls with the window, and a few rows before and after. While the page is
 * printed, these are all rows.
 *
 * @param keyOf returns a row's key for its index; must be the same function at each render
 * @param heightOf returns a row's estimated height for its index; must be the same function at each render
 * @param overscan the number of rows rendered before and after the visible ones
 */
export function useVisibleRows(
  count: number,
  keyOf: (index: number) => string | number,
  heightOf: (index: number) => RowHeight,
  overscan = 8,
) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const { focused, focusProps } = useFocusedRow();
  const narrow = useIsNarrowScreen();
  const printing = usePrinting();

  // The position of the first row changes when content above it changes: notices appear, controls wrap.
  useLayoutEffect(() => {
    const measure = () => {
      const box = body.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // oxlint-disable-next-line react/incompatible-library -- its results are read at each render and never memoized
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => heightOf(index)[narrow ? "card" : "line"],
    getItemKey: keyOf,
    overscan,
    useScrollendEvent: true,
    scrollMargin: top,
    // The focused row and its neighbors stay rendered after they are scrolled away, so that Tab continues from them.
    rangeExtractor: (range) => {
      if (printing) return Array.from({ length: range.count }, (_, index) => index);
      const indexes = new Set(defaultRangeExtractor(range));
      if (focused === null) return [...indexes];
      for (const index of [focused - 1, focused, focused + 1]) {
        if (index >= 0 && index < range.count) indexes.add(index);
      }
      return [...indexes].sort((a, b) => a - b);
    },
  });

  useStableScroll(virtualizer);

  // Lines and cards have different heights: measure again after a switch.
  useEffect(() => virtualizer.measure(), [narrow, virtualizer]);

  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start - top })),
    /** Scrolls to the first row if the list is scrolled below it. */
    scrollToTop: () => window.scrollTo({ top: Math.min(window.scrollY, top - stickyHeight(body.current)) }),
    /** Ref for each row's element, which carries its index as `data-index`. */
    measureRow: virtualizer.measureElement,
    /** Props for the element that contains the rows. */
    bodyProps: {
      ref: body,
      style: { height: virtualizer.getTotalSize() },
      ...focusProps,
    },
  };
}

/** The height of the sticky bars above the rows: the navigation bar and the table's header. */
function stickyHeight(body: HTMLElement | null): number {
  const header = body?.previousElementSibling;
  return header ? parseFloat(getComputedStyle(header).insetBlockStart) + header.getBoundingClientRect().height : 0;
}

/**
 * Whether the page is being printed. The browser prints right after `beforeprint`, so the rows render synchronously.
 */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return printing;
}
