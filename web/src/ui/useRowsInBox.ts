import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useFocusedRow } from "./useFocusedRow";
import { useNarrow } from "./useNarrow";
import type { RowHeight } from "./useRowsInSight";
import { useUncutScroll } from "./useUncutScroll";

/**
 * Which of a long list's rows are in sight or near, when the list scrolls inside a box of a fixed height.
 *
 * @param keyOf by the row's index; not another function at each drawing
 * @param boxHeight in pixels
 */
export function useRowsInBox(
  count: number,
  keyOf: (index: number) => string | number,
  rowHeight: RowHeight,
  boxHeight: number,
) {
  const box = useRef<HTMLDivElement>(null);
  const { focused, focusProps } = useFocusedRow();
  const narrow = useNarrow();

  // oxlint-disable-next-line react/incompatible-library -- what it answers is read at each drawing, and kept by nobody
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight[narrow ? "card" : "line"],
    getItemKey: keyOf,
    overscan: 8,
    useScrollendEvent: true,
    // Its height is known, and there is nothing to be asked of the browser.
    observeElementRect: (_, told) => told({ width: 0, height: boxHeight }),
    // The row with the focus stays, however far it is scrolled away: Tab goes on from there.
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range));
      if (focused !== null && focused < range.count) indexes.add(focused);
      return [...indexes].sort((a, b) => a - b);
    },
  });

  useUncutScroll(virtualizer);
  useEffect(() => virtualizer.measure(), [narrow, virtualizer]);

  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start })),
    /** For each row's element, which carries its index as `data-index`. */
    measureRow: virtualizer.measureElement,
    scrollToTop: () => box.current?.scrollTo({ top: 0 }),
    /** For the element that scrolls. */
    boxProps: { ref: box, style: { height: boxHeight } },
    /** For the element that holds the rows. */
    bodyProps: {
      style: { height: virtualizer.getTotalSize() },
      ...focusProps,
    },
  };
}
