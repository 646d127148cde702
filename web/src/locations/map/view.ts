/** The visible part of the plane and its scale, with the arithmetic of panning and zooming. Pure. */
import { levelOf, PLANE, scaleOf, toCoordinates, toPlane, type Coordinates, type Point } from "./projection";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The plane point in the center of the window, and the scale in pixels per plane unit. */
export interface View extends Point {
  readonly scale: number;
}

/** A view that does not depend on the window size, for the URL. */
export interface Position {
  readonly coordinates: Coordinates;
  readonly level: number;
}

/** At this level a pixel is 4 m. Fridges that still overlap are in the same or the next building. */
export const MAX_LEVEL = 14;
/** The maximum level of a fitted view, so that a single place is shown with its surroundings. */
const MAX_FIT_LEVEL = 10;
const MARGIN = 24;
/** Keeps markers at the edge of a fitted view completely visible. */
const MARKER_MARGIN = 56;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The whole country. */
export function countryView(size: Size): View {
  const scale = Math.min(
    Math.max(size.width - 2 * MARGIN, 1) / PLANE.width,
    Math.max(size.height - 2 * MARGIN, 1) / PLANE.height,
  );
  return { x: PLANE.width / 2, y: PLANE.height / 2, scale };
}

/** The largest view that contains all points, or the whole country if there are none. */
export function fitView(points: readonly Point[], size: Size): View {
  const country = countryView(size);
  if (points.length === 0) return country;
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  const scale = Math.min(
    Math.max(size.width - 2 * MARKER_MARGIN, 1) / Math.max(east - west, 1e-9),
    Math.max(size.height - 2 * MARKER_MARGIN, 1) / Math.max(south - north, 1e-9),
    scaleOf(MAX_FIT_LEVEL),
  );
  return clampView({ x: (west + east) / 2, y: (north + south) / 2, scale }, size);
}

/** Limits a view: the scale to the allowed range, the center so that the map never leaves the window. */
export function clampView({ x, y, scale }: View, size: Size): View {
  const country = countryView(size);
  const clampedScale = clamp(scale, country.scale, scaleOf(MAX_LEVEL));
  // The whole country cannot be panned. The larger the scale, the closer the center can get to the edge.
  const reach = 1 - country.scale / clampedScale;
  const across = (PLANE.width / 2) * reach;
  const along = (PLANE.height / 2) * reach;
  return {
    x: clamp(x, country.x - across, country.x + across),
    y: clamp(y, country.y - along, country.y + along),
    scale: clampedScale,
  };
}

/** Moves the map content by a number of pixels to the right and down. */
export function panView(view: View, right: number, down: number, size: Size): View {
  return clampView({ ...view, x: view.x - right / view.scale, y: view.y - down / view.scale }, size);
}

/** Zooms by `factor`. The point at pixel `about`, relative to the window center, stays in place. */
export function zoomView(view: View, factor: number, size: Size, about: Point = { x: 0, y: 0 }): View {
  const scale = clamp(view.scale * factor, countryView(size).scale, scaleOf(MAX_LEVEL));
  const shift = 1 / view.scale - 1 / scale;
  return clampView({ x: view.x + about.x * shift, y: view.y + about.y * shift, scale }, size);
}

/** Interpolates between two views as a zoom about one fixed point. `progress` is 0 at `from` and 1 at `to`. */
export function interpolateViews(from: View, to: View, progress: number): View {
  const scale = from.scale * (to.scale / from.scale) ** progress;
  const all = 1 / from.scale - 1 / to.scale;
  const part = Math.abs(all) < 1e-6 / from.scale ? progress : (1 / from.scale - 1 / scale) / all;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, scale };
}

/** Converts a plane point to pixels from the upper left corner of the window. */
export function toPixels(point: Point, view: View, size: Size): Point {
  return {
    x: (point.x - view.x) * view.scale + size.width / 2,
    y: (point.y - view.y) * view.scale + size.height / 2,
  };
}

export function toPosition(view: View): Position {
  return { coordinates: toCoordinates(view), level: levelOf(view.scale) };
}

export function fromPosition({ coordinates, level }: Position, size: Size): View {
  return clampView({ ...toPlane(coordinates), scale: scaleOf(level) }, size);
}
