import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFocusedRow } from "./useFocusedRow";
import { useNarrow } from "./useNarrow";
import { useUncutScroll } from "./useUncutScroll";

/** A row's height before it is measured. */
export interface RowHeight {
  readonly line: number;
  /** On a narrow screen. */
  readonly card: number;
}

export type RowsInSight = ReturnType<typeof useRowsInSight>;

/**
 * Which of a long list's rows are in sight or near, when the list scrolls with the window. All are while the page is
 * being printed.
 *
 * @param heightOf and `keyOf` by the row's index; neither may be another function at each drawing
 * @param beyond how many are drawn before and after those in sight
 */
export function useRowsInSight(
  count: number,
  keyOf: (index: number) => string | number,
  heightOf: (index: number) => RowHeight,
  beyond = 8,
) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const { focused, focusProps } = useFocusedRow();
  const narrow = useNarrow();
  const printing = usePrinting();

  // What stands above the rows grows and shrinks: notices come, controls wrap.
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

  // oxlint-disable-next-line react/incompatible-library -- what it answers is read at each drawing, and kept by nobody
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => heightOf(index)[narrow ? "card" : "line"],
    getItemKey: keyOf,
    overscan: beyond,
    useScrollendEvent: true,
    scrollMargin: top,
    // The row with the focus stays with its neighbours, however far it is scrolled away: Tab goes on from there.
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

  useUncutScroll(virtualizer);

  // Lines that became cards, or cards lines, have other heights.
  useEffect(() => virtualizer.measure(), [narrow, virtualizer]);

  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start - top })),
    /** Where the list is scrolled to its first row, for one that is further down. */
    scrollToTop: () => window.scrollTo({ top: Math.min(window.scrollY, top - stickyHeight(body.current)) }),
    /** For each row's element, which carries its index as `data-index`. */
    measureRow: virtualizer.measureElement,
    /** For the element that holds the rows. */
    bodyProps: {
      ref: body,
      style: { height: virtualizer.getTotalSize() },
      ...focusProps,
    },
  };
}

/** How much of the window's top is covered where the list's rows begin: the bars that stick above them. */
function stickyHeight(body: HTMLElement | null): number {
  const head = body?.previousElementSibling;
  return head ? parseFloat(getComputedStyle(head).insetBlockStart) + head.getBoundingClientRect().height : 0;
}

/** Whether the page is being printed, which takes what is there when the browser says so: it is drawn at once. */
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
