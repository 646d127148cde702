/** From mark to mark by the arrow keys. Pure. */
import type { Point } from "./projection";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const WAYS: Readonly<Record<Direction, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function isDirection(key: string): key is Direction {
  return Object.hasOwn(WAYS, key);
}

/**
 * The nearest that way. What lies aside counts as further than what lies ahead, and what lies more aside than ahead
 * not at all: it is another arrow's.
 */
export function neighbour<Spot extends Point>(from: Spot, spots: readonly Spot[], direction: Direction): Spot | null {
  const way = WAYS[direction];
  let nearest: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * way.x + (spot.y - from.y) * way.y;
    const aside = Math.abs((spot.x - from.x) * way.y) + Math.abs((spot.y - from.y) * way.x);
    if (spot === from || ahead <= 0 || aside > ahead) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [nearest, least] = [spot, distance];
  }
  return nearest;
}

/** The spot nearest to a point. */
export function nearestTo<Spot extends Point>(point: Point, spots: readonly Spot[]): Spot | null {
  let nearest: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - point.x, spot.y - point.y);
    if (distance < least) [nearest, least] = [spot, distance];
  }
  return nearest;
}
