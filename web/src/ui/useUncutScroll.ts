import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect } from "react";

/**
 * Leaves a list's movement to the browser until it is at rest. A row above what is in sight that turns out higher than
 * it was taken for would otherwise be made up for by a jump, which ends the movement under way: End stopped anywhere.
 * The list must know when it rests (`useScrollendEvent`): a busy page tells of a movement with long pauses.
 */
export function useUncutScroll<Scroller extends Element | Window, Row extends Element>(
  virtualizer: Virtualizer<Scroller, Row>,
): void {
  useLayoutEffect(() => makeUpAtRest(virtualizer), [virtualizer]);
}

function makeUpAtRest<Scroller extends Element | Window, Row extends Element>(virtualizer: Virtualizer<Scroller, Row>) {
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ end }, _, { isScrolling, scrollOffset }) =>
    !isScrolling && end <= (scrollOffset ?? 0);
}
