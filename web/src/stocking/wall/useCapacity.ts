import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { countFitting, type Capacity } from "./pages";

/** The minimum width of a card and the gap between cards, in multiples of the font size. */
const CARD_WIDTH = 19;
const GAP = 0.75;
/** The capacity until the area is measured. */
const INITIAL: Capacity = { columns: 3, rows: 4 };

/**
 * The number of cards that fit in the window. The cards are as high as their text, so the tallest one that was shown
 * determines the rows. The other parts of the page keep their height.
 */
export function useCapacity(area: HTMLElement | null): Capacity {
  const [capacity, setCapacity] = useState(INITIAL);
  const tallest = useRef({ columns: 0, height: 0 });

  const measure = useCallback(() => {
    if (!area || area.clientWidth === 0) return;
    const fontSize = parseFloat(getComputedStyle(area).fontSize);
    const gap = GAP * fontSize;
    const columns = countFitting(area.clientWidth, CARD_WIDTH * fontSize, gap);
    const shown = Math.max(0, ...Array.from(area.children, (card) => card.clientHeight));
    const previous = tallest.current.columns === columns ? tallest.current.height : 0;
    tallest.current = { columns, height: Math.max(previous, shown) };
    const others = document.documentElement.scrollHeight - area.offsetHeight;
    const rows = countFitting(window.innerHeight - others, tallest.current.height, gap);
    setCapacity((current) => (current.columns === columns && current.rows === rows ? current : { columns, rows }));
  }, [area]);

  // Each render can show other cards.
  useLayoutEffect(measure);
  useEffect(() => {
    const onResize = () => {
      tallest.current = { columns: 0, height: 0 };
      measure();
    };
    window.addEventListener("resize", onResize);
    return () => window.removeEventListener("resize", onResize);
  }, [measure]);
  return capacity;
}
