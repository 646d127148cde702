import { useLayoutEffect, useState, type RefObject } from "react";
import type { Size } from "./view";

/** Used until the element has a layout. */
const DEFAULT_SIZE: Size = { width: 960, height: 600 };

/** The inner size of an element, updated when it changes. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(DEFAULT_SIZE);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured;
      if (width === 0 || height === 0) return;
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
