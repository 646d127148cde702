/** Fridges that would lie on each other at a scale, as one mark with their number. */
import Supercluster, { type ClusterFeature, type PointFeature } from "supercluster";
import type { LocationStatus } from "../../api/schema";
import { STATUSES } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import { levelOf, PLANE, scaleOf, toCoordinates, toPlane, type Coordinates, type Point } from "./projection";
import { DEEPEST, type Size, type View } from "./view";

export type StatusCounts = Readonly<Record<LocationStatus, number>>;

/** What is seen of the fleet at one spot: a fridge, or so many. */
export type Mark = FridgeMark | ClusterMark;

export interface FridgeMark extends Point {
  readonly key: string;
  readonly location: LocationSummary;
}

export interface ClusterMark extends Point {
  readonly key: string;
  readonly cluster: number;
  readonly count: number;
  readonly byStatus: StatusCounts;
}

interface Properties {
  readonly location: LocationSummary;
}
type Counts = Record<LocationStatus, number>;

/** Pixels within which marks become one: somewhat more than a mark is wide. */
const RADIUS = 44;
/** The whole country on the narrowest phone. */
const SHALLOWEST = 1;
const WEST = -125;
const EAST = -66;
const SOUTH = 24;
const NORTH = 50;

export interface FleetIndex {
  /** How many fridges are on the map. */
  readonly count: number;
  /** Those that stand nowhere on the map: without coordinates, or with ones far from the contiguous states. */
  readonly unplaced: readonly LocationSummary[];
  readonly coordinates: readonly Coordinates[];
  readonly clusters: Supercluster<Properties, Counts>;
}

/** Where a fridge stands, if that is on the map. */
export function coordinatesOf({ latitude, longitude }: LocationSummary): Coordinates | null {
  const [east, north] = [decimal(longitude), decimal(latitude)];
  const onMap = east >= WEST && east <= EAST && north >= SOUTH && north <= NORTH;
  return onMap ? [east, north] : null;
}

export function isCluster(mark: Mark): mark is ClusterMark {
  return "cluster" in mark;
}

export function indexFleet(locations: readonly LocationSummary[]): FleetIndex {
  const features: PointFeature<Properties>[] = [];
  const places: Coordinates[] = [];
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
    places.push(coordinates);
  }
  const clusters = new Supercluster<Properties, Counts>({
    radius: RADIUS,
    minZoom: SHALLOWEST,
    maxZoom: DEEPEST,
    map: ({ location }) => ({ ...NONE, [location.status]: 1 }),
    reduce: (all, some) => {
      for (const status of STATUSES) all[status] += some[status];
    },
  });
  clusters.load(features);
  return { count: features.length, unplaced, coordinates: places, clusters };
}

/** Where the fridges are on the plane. */
export function pointsOf({ coordinates }: FleetIndex): readonly Point[] {
  return coordinates.map(toPlane);
}

/** What of the plane is looked through for marks: steps of a quarter window, so that panning a little asks for no others. */
export interface Sight {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** The level at which fridges are clustered in this view, and where it is by steps. */
export function sightOf(view: View, size: Size): Sight {
  const level = Math.min(Math.max(Math.round(levelOf(view.scale)), SHALLOWEST), DEEPEST);
  const { across, down } = stepOf(level, size);
  return { level, column: Math.round(view.x / across), row: Math.round(view.y / down) };
}

/** The marks in sight, and those that the next step may bring; from west to east, as one goes through them. */
export function marksIn({ clusters }: FleetIndex, { level, column, row }: Sight, size: Size): readonly Mark[] {
  const { across, down } = stepOf(level, size);
  const bounds = boundsOf(column * across, row * down, REACH * across, REACH * down);
  return clusters
    .getClusters(bounds, level)
    .map(markOf)
    .sort((a, b) => a.x - b.x);
}

/** Half a window, half a step that the middle may be off, and as much again for marks at the edge. */
const REACH = 3;

/** A quarter of the window in plane units, in the widest view of the level. */
function stepOf(level: number, { width, height }: Size): { readonly across: number; readonly down: number } {
  const scale = scaleOf(level - 0.5);
  return { across: width / 4 / scale, down: height / 4 / scale };
}

/** The level at which a cluster falls apart, or null where its fridges stand too close for any. */
export function levelApart({ clusters }: FleetIndex, { cluster }: ClusterMark): number | null {
  const level = clusters.getClusterExpansionZoom(cluster);
  return level > DEEPEST ? null : level;
}

/** The cluster's first fridge by id, by which an address can name it. */
export function firstOf({ clusters }: FleetIndex, { cluster }: ClusterMark): LocationSummary | null {
  const fridges = clusters.getLeaves(cluster, Infinity).map(({ properties }) => properties.location);
  return fridges.reduce<LocationSummary | null>(
    (first, fridge) => (first && compareIds(first.id, fridge.id) <= 0 ? first : fridge),
    null,
  );
}

/** The fridges that stand where this one does, itself first and the others by id: in the deepest view they are one mark. */
export function fridgesAt({ clusters }: FleetIndex, location: LocationSummary): readonly LocationSummary[] {
  const coordinates = coordinatesOf(location);
  if (!coordinates) return [location];
  const [east, north] = coordinates;
  const near: [number, number, number, number] = [east - 0.02, north - 0.02, east + 0.02, north + 0.02];
  for (const { properties } of clusters.getClusters(near, DEEPEST)) {
    if (!("cluster" in properties)) continue;
    const fridges = clusters.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties.location);
    const others = fridges.filter(({ id }) => id !== location.id);
    if (others.length < fridges.length) return [location, ...others.sort((a, b) => compareIds(a.id, b.id))];
  }
  return [location];
}

const NONE: StatusCounts = { LIVE: 0, DEAD: 0, OFFLINE: 0 };

function markOf({ geometry, properties }: ClusterFeature<Counts> | PointFeature<Properties>): Mark {
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

/** The plane is a cone's: how far its window reaches west or north is seen along all of the edge. */
function boundsOf(x: number, y: number, across: number, down: number): [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let column = -4; column <= 4; column += 1) {
    for (let row = -4; row <= 4; row += 1) {
      const [longitude, latitude] = toCoordinates({
        x: within(x + (across * column) / 4, PLANE.width),
        y: within(y + (down * row) / 4, PLANE.height),
      });
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  }
  return [west, south, east, north];
}

/** Far off the plane a cone's coordinates turn round the earth, or there are none. */
function within(value: number, extent: number): number {
  return Math.min(Math.max(value, -0.05 * extent), 1.05 * extent);
}

/** NaN for what is none: Number("") would be a place in the Gulf of Guinea. */
function decimal(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}

const byNumbers = new Intl.Collator("en", { numeric: true });

function compareIds(a: string, b: string): number {
  return byNumbers.compare(a, b);
}
