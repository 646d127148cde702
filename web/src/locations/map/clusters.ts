/** Clusters fridges whose markers would overlap at a zoom level. */
import Supercluster, { type ClusterFeature, type PointFeature } from "supercluster";
import { compareIds } from "../../lib/formats";
import type { LocationStatus } from "../../api/schema";
import { STATUSES } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import { levelOf, PLANE, scaleOf, toCoordinates, toPlane, type Coordinates, type Point } from "./projection";
import { MAX_LEVEL, type Size, type View } from "./view";

export type StatusCounts = Readonly<Record<LocationStatus, number>>;

/** A marker on the map: one fridge or a cluster. */
export type Marker = FridgeMarker | ClusterMarker;

export interface FridgeMarker extends Point {
  readonly key: string;
  readonly location: LocationSummary;
}

export interface ClusterMarker extends Point {
  readonly key: string;
  readonly cluster: number;
  readonly count: number;
  readonly byStatus: StatusCounts;
}

interface Properties {
  readonly location: LocationSummary;
}
type Counts = Record<LocationStatus, number>;

/** Fridges within this many pixels form a cluster. Slightly larger than a marker. */
const CLUSTER_RADIUS = 44;
/** At this level the whole country fits the narrowest phone. */
const MIN_LEVEL = 1;
const MIN_LONGITUDE = -125;
const MAX_LONGITUDE = -66;
const MIN_LATITUDE = 24;
const MAX_LATITUDE = 50;

export interface FleetIndex {
  /** How many fridges are on the map. */
  readonly count: number;
  /** Locations without coordinates, or with coordinates outside the contiguous states. */
  readonly unplaced: readonly LocationSummary[];
  readonly coordinates: readonly Coordinates[];
  readonly clusters: Supercluster<Properties, Counts>;
}

/** The coordinates of a fridge, or null if they are missing or off the map. */
export function coordinatesOf({ latitude, longitude }: LocationSummary): Coordinates | null {
  const [east, north] = [parseCoordinate(longitude), parseCoordinate(latitude)];
  const onMap = east >= MIN_LONGITUDE && east <= MAX_LONGITUDE && north >= MIN_LATITUDE && north <= MAX_LATITUDE;
  return onMap ? [east, north] : null;
}

export function isCluster(marker: Marker): marker is ClusterMarker {
  return "cluster" in marker;
}

export function indexFleet(locations: readonly LocationSummary[]): FleetIndex {
  const features: PointFeature<Properties>[] = [];
  const placed: Coordinates[] = [];
  const unplaced: LocationSummary[] = [];
  for (const location of locations) {
    const coordinates = coordinatesOf(location);
    if (!coordinates) {
      unplaced.push(location);
      continue;
    }
    features.push({
      type: "Feature",
      geometry: { type: "Point", coordinates: [...coordinates] },
      properties: { location },
    });
    placed.push(coordinates);
  }
  const clusters = new Supercluster<Properties, Counts>({
    radius: CLUSTER_RADIUS,
    minZoom: MIN_LEVEL,
    maxZoom: MAX_LEVEL,
    map: ({ location }) => ({ ...NO_COUNTS, [location.status]: 1 }),
    reduce: (all, some) => {
      for (const status of STATUSES) all[status] += some[status];
    },
  });
  clusters.load(features);
  return { count: features.length, unplaced, coordinates: placed, clusters };
}

/** The plane points of all fridges on the map. */
export function pointsOf({ coordinates }: FleetIndex): readonly Point[] {
  return coordinates.map(toPlane);
}

/** The grid cell of a view, in steps of a quarter window. Small pans stay in the cell and need no new markers. */
export interface ViewCell {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** The clustering level of a view and the grid cell of its center. */
export function cellOf(view: View, size: Size): ViewCell {
  const level = Math.min(Math.max(Math.round(levelOf(view.scale)), MIN_LEVEL), MAX_LEVEL);
  const { across, down } = stepOf(level, size);
  return { level, column: Math.round(view.x / across), row: Math.round(view.y / down) };
}

/** The markers in the window and one grid step around it, sorted from west to east. */
export function findMarkers({ clusters }: FleetIndex, { level, column, row }: ViewCell, size: Size): readonly Marker[] {
  const { across, down } = stepOf(level, size);
  const bounds = boundsOf(column * across, row * down, SEARCH_STEPS * across, SEARCH_STEPS * down);
  return clusters
    .getClusters(bounds, level)
    .map(toMarker)
    .sort((a, b) => a.x - b.x);
}

/** Half a window (2 steps), half a step because the center is rounded to a cell, and half a step for markers at the edge. */
const SEARCH_STEPS = 3;

/** A quarter of the window in plane units, at the smallest scale of the level. */
function stepOf(level: number, { width, height }: Size): { readonly across: number; readonly down: number } {
  const scale = scaleOf(level - 0.5);
  return { across: width / 4 / scale, down: height / 4 / scale };
}

/** The level at which a cluster splits, or null if its fridges are too close for every level. */
export function expansionLevel({ clusters }: FleetIndex, { cluster }: ClusterMarker): number | null {
  const level = clusters.getClusterExpansionZoom(cluster);
  return level > MAX_LEVEL ? null : level;
}

/** The cluster's first fridge by id. The URL identifies the cluster's card by it. */
export function firstFridge({ clusters }: FleetIndex, { cluster }: ClusterMarker): LocationSummary | null {
  const fridges = clusters.getLeaves(cluster, Infinity).map(({ properties }) => properties.location);
  return fridges.reduce<LocationSummary | null>(
    (first, fridge) => (first && compareIds(first.id, fridge.id) <= 0 ? first : fridge),
    null,
  );
}

/** The fridges that share a marker with this one at the maximum level: this one first, the others by id. */
export function fridgesAtSamePlace({ clusters }: FleetIndex, location: LocationSummary): readonly LocationSummary[] {
  const coordinates = coordinatesOf(location);
  if (!coordinates) return [location];
  const [east, north] = coordinates;
  const near: [number, number, number, number] = [east - 0.02, north - 0.02, east + 0.02, north + 0.02];
  for (const { properties } of clusters.getClusters(near, MAX_LEVEL)) {
    if (!("cluster" in properties)) continue;
    const fridges = clusters.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties.location);
    const others = fridges.filter(({ id }) => id !== location.id);
    if (others.length < fridges.length) return [location, ...others.sort((a, b) => compareIds(a.id, b.id))];
  }
  return [location];
}

const NO_COUNTS: StatusCounts = { LIVE: 0, DEAD: 0, OFFLINE: 0 };

function toMarker({ geometry, properties }: ClusterFeature<Counts> | PointFeature<Properties>): Marker {
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  const point = toPlane([longitude, latitude]);
  if (!("cluster" in properties)) return { ...point, key: properties.location.id, location: properties.location };
  const { cluster_id, point_count, LIVE, DEAD, OFFLINE } = properties;
  return {
    ...point,
    key: `cluster ${cluster_id}`,
    cluster: cluster_id,
    count: point_count,
    byStatus: { LIVE, DEAD, OFFLINE },
  };
}

/** The longitude and latitude bounds of a plane rectangle. In a conic projection they can be anywhere on its edge. */
function boundsOf(x: number, y: number, across: number, down: number): [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let column = -4; column <= 4; column += 1) {
    for (let row = -4; row <= 4; row += 1) {
      const [longitude, latitude] = toCoordinates({
        x: clampToPlane(x + (across * column) / 4, PLANE.width),
        y: clampToPlane(y + (down * row) / 4, PLANE.height),
      });
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  }
  return [west, south, east, north];
}

/** Limits a coordinate to the plane plus 5%. Farther out the inverse projection wraps around or fails. */
function clampToPlane(value: number, extent: number): number {
  return Math.min(Math.max(value, -0.05 * extent), 1.05 * extent);
}

/** NaN for blank text. Number("") is 0, which would be a place in the Gulf of Guinea. */
function parseCoordinate(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}
