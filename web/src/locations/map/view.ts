/** Which part of the plane is seen, and how large; panning and zooming as arithmetic. Pure. */
import { levelOf, PLANE, scaleOf, toCoordinates, toPlane, type Coordinates, type Point } from "./projection";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The plane's point in the middle of the window, and pixels a unit. */
export interface View extends Point {
  readonly scale: number;
}

/** A view as an address can say it, whatever the window's size. */
export interface Place {
  readonly coordinates: Coordinates;
  readonly level: number;
}

/** At this level a pixel is 4 m: what is not apart there stands in one building or beside it. */
export const DEEPEST = 14;
/** As near as a view goes by itself when what it is to show is one place. */
const NEAR = 10;
const MARGIN = 24;
/** Marks at the edge of what is shown are to be seen whole. */
const MARK_MARGIN = 56;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The whole country. */
export function wholeView(size: Size): View {
  const scale = Math.min(
    Math.max(size.width - 2 * MARGIN, 1) / PLANE.width,
    Math.max(size.height - 2 * MARGIN, 1) / PLANE.height,
  );
  return { x: PLANE.width / 2, y: PLANE.height / 2, scale };
}

/** All of the points, as large as they fit; the whole country where there are none. */
export function viewOf(points: readonly Point[], size: Size): View {
  const whole = wholeView(size);
  if (points.length === 0) return whole;
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  const scale = Math.min(
    Math.max(size.width - 2 * MARK_MARGIN, 1) / Math.max(east - west, 1e-9),
    Math.max(size.height - 2 * MARK_MARGIN, 1) / Math.max(south - north, 1e-9),
    scaleOf(NEAR),
  );
  return held({ x: (west + east) / 2, y: (north + south) / 2, scale }, size);
}

/** The view within what can be seen: never smaller than the whole, never off the land altogether. */
export function held({ x, y, scale }: View, size: Size): View {
  const whole = wholeView(size);
  const kept = clamp(scale, whole.scale, scaleOf(DEEPEST));
  // At the whole there is nothing to pan to; the nearer, the closer to the edge the middle may come.
  const reach = 1 - whole.scale / kept;
  const across = (PLANE.width / 2) * reach;
  const along = (PLANE.height / 2) * reach;
  return {
    x: clamp(x, whole.x - across, whole.x + across),
    y: clamp(y, whole.y - along, whole.y + along),
    scale: kept,
  };
}

/** Moves what is seen by so many pixels, as a hand does that holds it. */
export function panned(view: View, right: number, down: number, size: Size): View {
  return held({ ...view, x: view.x - right / view.scale, y: view.y - down / view.scale }, size);
}

/** Larger by `factor`; what is at the pixel `about` (from the window's middle) stays there. */
export function zoomed(view: View, factor: number, size: Size, about: Point = { x: 0, y: 0 }): View {
  const scale = clamp(view.scale * factor, wholeView(size).scale, scaleOf(DEEPEST));
  const shift = 1 / view.scale - 1 / scale;
  return held({ x: view.x + about.x * shift, y: view.y + about.y * shift, scale }, size);
}

/** Between two views: at 0 the first, at 1 the second, and on the way as if it were zoomed about one point. */
export function between(from: View, to: View, progress: number): View {
  const scale = from.scale * (to.scale / from.scale) ** progress;
  const all = 1 / from.scale - 1 / to.scale;
  const part = Math.abs(all) < 1e-6 / from.scale ? progress : (1 / from.scale - 1 / scale) / all;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, scale };
}

/** Where a point of the plane is in the window, in pixels from its upper left corner. */
export function inWindow(point: Point, view: View, size: Size): Point {
  return {
    x: (point.x - view.x) * view.scale + size.width / 2,
    y: (point.y - view.y) * view.scale + size.height / 2,
  };
}

export function placeOf(view: View): Place {
  return { coordinates: toCoordinates(view), level: levelOf(view.scale) };
}

export function viewAt({ coordinates, level }: Place, size: Size): View {
  return held({ ...toPlane(coordinates), scale: scaleOf(level) }, size);
}
