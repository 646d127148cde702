import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStableScroll } from "./useStableScroll";

/** Tables with more rows render only the visible ones. */
const MAX_RENDERED_ROWS = 100;
const OVERSCAN = 8;

interface Options {
  readonly count: number;
  /** Returns a row's key for its index. Must be the same function until the rows change. */
  readonly keyAt: (index: number) => string;
  /** The height of a row in pixels until it is measured: of each row, or by index. */
  readonly estimatedHeight: number | ((index: number) => number);
  /** Whether the table is in a dialog, which scrolls instead of the page. Such a table is virtual only with a height. */
  readonly inDialog: boolean;
  /** The height of the box in which the rows scroll, in pixels. Without it they scroll with the page. */
  readonly height: number | undefined;
  /** Rows that stay rendered when they are scrolled away, such as the focused one. */
  readonly keptIndexes: readonly number[];
  /** All rows are rendered up to this number. */
  readonly maxRendered?: number;
  /** The number of rows that are rendered before and after the visible ones. */
  readonly overscan?: number;
}

/**
 * The rows of a table or a list to render. A short one renders all its rows. A long one renders the visible rows and a
 * few more, at an offset from the start of the body. While the page is printed, all rows are rendered.
 */
export function useRowWindow<
  Body extends HTMLElement = HTMLTableSectionElement,
  Row extends HTMLElement = HTMLTableRowElement,
>({
  count,
  keyAt,
  estimatedHeight,
  inDialog,
  height,
  keptIndexes,
  maxRendered = MAX_RENDERED_ROWS,
  overscan = OVERSCAN,
}: Options) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<Body>(null);
  const printing = usePrinting();
  const scrollsInBox = height !== undefined;
  const isVirtual = count > maxRendered && !printing && (scrollsInBox || !inDialog);
  const top = useTopOf(body, isVirtual && !scrollsInBox);

  const options = {
    count,
    estimateSize: typeof estimatedHeight === "number" ? () => estimatedHeight : estimatedHeight,
    getItemKey: keyAt,
    overscan,
    useScrollendEvent: true,
    rangeExtractor: (range: Range) => {
      const kept = keptIndexes.filter((index) => index >= 0 && index < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
  };
  // oxlint-disable-next-line react/incompatible-library -- its results are read at each render and never memoized
  const page = useWindowVirtualizer<Row>({
    ...options,
    enabled: isVirtual && !scrollsInBox,
    scrollMargin: top,
  });
  const inBox = useVirtualizer<HTMLDivElement, Row>({
    ...options,
    enabled: isVirtual && scrollsInBox,
    getScrollElement: () => box.current,
    // The height is known, so the box does not need to be measured.
    observeElementRect: (_, onResize) => onResize({ width: 0, height: height ?? 0 }),
  });
  useStableScroll(page);
  useStableScroll(inBox);
  const virtualizer = scrollsInBox ? inBox : page;
  // Lines, cards and densities have different heights: measure again after a switch.
  const layoutHeight = typeof estimatedHeight === "number" ? estimatedHeight : null;
  useEffect(() => virtualizer.measure(), [layoutHeight, virtualizer]);

  const margin = scrollsInBox ? 0 : top;
  return {
    isVirtual,
    visibleRows: isVirtual
      ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start - margin }))
      : Array.from({ length: count }, (_, index) => ({ index, offset: 0 })),
    /** The height of all rows in pixels; undefined if all are rendered. */
    totalHeight: isVirtual ? virtualizer.getTotalSize() : undefined,
    /** Ref for each row's element, which carries its index as `data-index`. */
    measureRow: isVirtual ? virtualizer.measureElement : undefined,
    /** Ref for the element that scrolls, if the table has a height. */
    box,
    /** Ref for the element that contains the rows. */
    body,
    /** Scrolls to the first row if the table is scrolled below it. */
    scrollToTop: () => {
      if (scrollsInBox) box.current?.scrollTo({ top: 0 });
      else if (isVirtual) window.scrollTo({ top: Math.min(window.scrollY, top - stickyHeight(body.current)) });
    },
  };
}

/** The position of the body on the page. It changes when content above it changes: notices appear, controls wrap. */
function useTopOf(body: { readonly current: HTMLElement | null }, isObserved: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isObserved) return;
    const measure = () => {
      const rect = body.current?.getBoundingClientRect();
      if (rect) setTop(Math.round(rect.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body, isObserved]);
  return top;
}

/** The height of the sticky bars above the rows: the navigation bar and the table's header. */
function stickyHeight(body: HTMLElement | null): number {
  const header = body?.previousElementSibling;
  return header ? parseFloat(getComputedStyle(header).insetBlockStart) + header.getBoundingClientRect().height : 0;
}

/** Whether the page is being printed. The browser prints right after `beforeprint`, so the rows render synchronously. */
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
