/** The pages of a wall screen. */
import { useEffect, useState } from "react";

/** How long a page is shown, in milliseconds. */
export const PAGE_PERIOD = 15_000;

/** The number of cards that fit on a screen. */
export interface Capacity {
  readonly columns: number;
  readonly rows: number;
}

/** How often items of a size fit in a length with gaps between them, at least once. All values have the same unit. */
export function countFitting(length: number, size: number, gap: number): number {
  return Math.max(1, Math.floor((length + gap) / (size + gap)));
}

export function pageSize({ columns, rows }: Capacity): number {
  return columns * rows;
}

/** The items of a page. Pages are numbered from 0. */
export function pageOf<Item>(items: readonly Item[], page: number, size: number): readonly Item[] {
  return items.slice(page * size, (page + 1) * size);
}

/**
 * The current page of `count` items. Pages follow each other until the user pauses them. If the user prefers reduced
 * motion, they start paused.
 */
export function usePages(count: number, size: number) {
  const pages = Math.max(1, Math.ceil(count / size));
  const [turned, setTurned] = useState(0);
  const [isRotating, setIsRotating] = useState(() => !window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  // The number of pages changes with the window and the routes.
  const page = ((turned % pages) + pages) % pages;
  useEffect(() => {
    if (!isRotating || pages === 1) return;
    const timer = setInterval(() => setTurned((current) => current + 1), PAGE_PERIOD);
    return () => clearInterval(timer);
    // Turning a page starts a new period.
  }, [isRotating, pages, turned]);
  return {
    page,
    pages,
    isRotating,
    turn: (by: 1 | -1) => setTurned(page + by),
    toggleRotation: () => setIsRotating(!isRotating),
  };
}
