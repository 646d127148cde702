/**
 * The plane of the contiguous states: an Albers equal-area conic projection, fitted to 1000 by 620 units. The plane is
 * independent of the screen. A View defines its visible part and scale.
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

/** FIPS codes of Alaska, Hawaii and the territories. Valid coordinates exclude them (docs/requirements/locations.md, LOC-22). */
const EXCLUDED_STATES = new Set(["02", "15", "60", "66", "69", "72", "78"]);

type StateProperties = Readonly<{ name: string }>;

const topology = atlas as unknown as Topology<{ states: GeometryCollection<StateProperties> }>;

/** The contiguous states as topology, in which a shared border is stored once. */
export const stateShapes: GeometryCollection<StateProperties> = {
  ...topology.objects.states,
  geometries: topology.objects.states.geometries.filter(({ id }) => !EXCLUDED_STATES.has(String(id))),
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
/** The latitude at which the conic plane and the cylindrical tiles of the clustering have the same scale. */
const REFERENCE_LATITUDE = 39 * DEGREE;
/** Converts a plane scale to tiles: the plane units around the earth at that latitude, per 512-pixel tile. */
const TILES_PER_UNIT = (projection.scale() * 2 * Math.PI * Math.cos(REFERENCE_LATITUDE)) / 512;
const EARTH_CIRCUMFERENCE = 40_075_017;

/**
 * The zoom level of a scale in pixels per plane unit. As in tiled maps, each level doubles the scale. The whole country
 * on a desktop screen is at about level 3.5.
 */
export function levelOf(scale: number): number {
  return Math.log2(scale * TILES_PER_UNIT);
}

export function scaleOf(level: number): number {
  return 2 ** level / TILES_PER_UNIT;
}

/** Meters on the ground per pixel, at the reference latitude. */
export function metersPerPixel(scale: number): number {
  return (EARTH_CIRCUMFERENCE * Math.cos(REFERENCE_LATITUDE)) / (scale * TILES_PER_UNIT * 512);
}
