/** What is drawn below the fridges: the land, the borders between states, and where their names stand. */
import { geoPath } from "d3-geo";
import { merge, mesh } from "topojson-client";
import type { MultiPolygon, Polygon } from "topojson-specification";
import { projection, states, stateShapes, topology, type Point } from "./projection";

export interface StateLabel extends Point {
  readonly name: string;
  /** How wide the state is on the plane: a name needs room. */
  readonly width: number;
}

const path = geoPath(projection).digits(2);

/** Paths on the plane: 22,000 numbers are drawn as two elements. */
export const LAND = path(merge(topology, stateShapes.geometries as (Polygon | MultiPolygon)[])) ?? "";
export const BORDERS = path(mesh(topology, stateShapes, (a, b) => a !== b)) ?? "";

export const STATE_LABELS: readonly StateLabel[] = states.features.map((state) => {
  const [x, y] = path.centroid(state);
  const [[west], [east]] = path.bounds(state);
  return { name: state.properties.name, x, y, width: east - west };
});
