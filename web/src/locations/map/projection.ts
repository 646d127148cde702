/**
 * The plane on which the contiguous states are drawn: Albers' conic, which keeps areas, fitted into 1000 by 620 units.
 * The plane knows nothing of the screen; a View says which part of it is seen, and how large.
 */
import { geoAlbers } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "us-atlas/states-10m.json";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Degrees east and north. */
export type Coordinates = readonly [longitude: number, latitude: number];

export const PLANE = { width: 1000, height: 620 } as const;

/** Alaska, Hawaii and the territories, by their FIPS codes: no fridge may stand there (spec, section 5.1). */
const ELSEWHERE = new Set(["02", "15", "60", "66", "69", "72", "78"]);

type StateProperties = Readonly<{ name: string }>;

const topology = atlas as unknown as Topology<{ states: GeometryCollection<StateProperties> }>;

/** The states that are drawn, in the atlas' own form: what two states share is in it once. */
export const stateShapes: GeometryCollection<StateProperties> = {
  ...topology.objects.states,
  geometries: topology.objects.states.geometries.filter(({ id }) => !ELSEWHERE.has(String(id))),
};
export const states = feature(topology, stateShapes);
export { topology };

export const projection = geoAlbers().fitSize([PLANE.width, PLANE.height], states);

export function toPlane([longitude, latitude]: Coordinates): Point {
  const [x, y] = projection([longitude, latitude]) ?? [NaN, NaN];
  return { x, y };
}

export function toCoordinates({ x, y }: Point): Coordinates {
  return projection.invert?.([x, y]) ?? [NaN, NaN];
}

const DEGREE = Math.PI / 180;
/** Where the conic and the clustering's cylinder are compared: the middle of the country. */
const MIDDLE = 39 * DEGREE;
/** How many plane units go round the earth along that parallel, times what the clustering calls a tile. */
const WORLD = (projection.scale() * 2 * Math.PI * Math.cos(MIDDLE)) / 512;
const EARTH = 40_075_017;

/**
 * The level of a scale (pixels a unit): each level is twice as large as the one before, as with tiled maps. On a desk
 * the whole country is at about 3.5.
 */
export function levelOf(scale: number): number {
  return Math.log2(scale * WORLD);
}

export function scaleOf(level: number): number {
  return 2 ** level / WORLD;
}

/** How many metres on the ground a pixel is, in the middle of the country. */
export function metresPerPixel(scale: number): number {
  return (EARTH * Math.cos(MIDDLE)) / (scale * WORLD * 512);
}
