import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useFocusedRow } from "./useFocusedRow";
import { useIsNarrowScreen } from "../lib/useIsNarrowScreen";
import type { RowHeight } from "./useVisibleRows";
import { useStableScroll } from "./useStableScroll";

/**
 * The visible rows of a long list that scrolls inside a container of a fixed height, and a few rows before and after.
 *
 * @param keyOf returns a row's key for its index; must be the same function at each render
 * @param containerHeight in pixels
 */
export function useVisibleRowsInContainer(
  count: number,
  keyOf: (index: number) => string | number,
  rowHeight: RowHeight,
  containerHeight: number,
) {
  const container = useRef<HTMLDivElement>(null);
  const { focused, focusProps } = useFocusedRow();
  const narrow = useIsNarrowScreen();

  // oxlint-disable-next-line react/incompatible-library -- its results are read at each render and never memoized
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => container.current,
    estimateSize: () => rowHeight[narrow ? "card" : "line"],
    getItemKey: keyOf,
    overscan: 8,
    useScrollendEvent: true,
    // The height is known, so the container does not need to be measured.
    observeElementRect: (_, onResize) => onResize({ width: 0, height: containerHeight }),
    // The focused row stays rendered after it is scrolled away, so that Tab continues from it.
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range));
      if (focused !== null && focused < range.count) indexes.add(focused);
      return [...indexes].sort((a, b) => a - b);
    },
  });

  useStableScroll(virtualizer);
  useEffect(() => virtualizer.measure(), [narrow, virtualizer]);

  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start })),
    /** Ref for each row's element, which carries its index as `data-index`. */
    measureRow: virtualizer.measureElement,
    scrollToTop: () => container.current?.scrollTo({ top: 0 }),
    /** Props for the element that scrolls. */
    containerProps: { ref: container, style: { height: containerHeight } },
    /** Props for the element that contains the rows. */
    bodyProps: {
      style: { height: virtualizer.getTotalSize() },
      ...focusProps,
    },
  };
}
