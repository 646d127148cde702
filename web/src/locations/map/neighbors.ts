/** Arrow-key navigation between map markers. Pure. */
import type { Point } from "./projection";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const UNIT_VECTORS: Readonly<Record<Direction, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function isDirection(key: string): key is Direction {
  return Object.hasOwn(UNIT_VECTORS, key);
}

/**
 * The nearest point in a direction. Sideways distance counts twice. A point that is farther sideways than ahead belongs
 * to another arrow key.
 */
export function nearestInDirection<Target extends Point>(
  from: Target,
  points: readonly Target[],
  direction: Direction,
): Target | null {
  const vector = UNIT_VECTORS[direction];
  let nearest: Target | null = null;
  let minDistance = Infinity;
  for (const point of points) {
    const ahead = (point.x - from.x) * vector.x + (point.y - from.y) * vector.y;
    const sideways = Math.abs((point.x - from.x) * vector.y) + Math.abs((point.y - from.y) * vector.x);
    if (point === from || ahead <= 0 || sideways > ahead) continue;
    const distance = ahead + 2 * sideways;
    if (distance < minDistance) [nearest, minDistance] = [point, distance];
  }
  return nearest;
}

export function nearestTo<Target extends Point>(origin: Point, points: readonly Target[]): Target | null {
  let nearest: Target | null = null;
  let minDistance = Infinity;
  for (const point of points) {
    const distance = Math.hypot(point.x - origin.x, point.y - origin.y);
    if (distance < minDistance) [nearest, minDistance] = [point, distance];
  }
  return nearest;
}
