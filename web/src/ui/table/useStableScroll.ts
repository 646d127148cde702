import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect } from "react";

/**
 * Corrects the scroll position for measured row heights only while the list does not scroll. The virtualizer corrects
 * it when a row above the visible ones is higher than estimated. During a scroll that correction would cancel the
 * browser's own scrolling, so that pressing End would stop halfway. The list must set `useScrollendEvent`, because a
 * busy page reports scrolling with long pauses.
 */
export function useStableScroll<Scroller extends Element | Window, Row extends Element>(
  virtualizer: Virtualizer<Scroller, Row>,
): void {
  useLayoutEffect(() => adjustOnlyAtRest(virtualizer), [virtualizer]);
}

function adjustOnlyAtRest<Scroller extends Element | Window, Row extends Element>(
  virtualizer: Virtualizer<Scroller, Row>,
) {
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ end }, _, { isScrolling, scrollOffset }) =>
    !isScrolling && end <= (scrollOffset ?? 0);
}
