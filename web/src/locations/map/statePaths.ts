/** The land, the borders between states and the positions of the state names. */
import { geoPath } from "d3-geo";
import { merge, mesh } from "topojson-client";
import type { MultiPolygon, Polygon } from "topojson-specification";
import { projection, states, stateShapes, topology, type Point } from "./projection";

export interface StateLabel extends Point {
  readonly name: string;
  /** Width of the state in plane units. The name is hidden if it does not fit. */
  readonly width: number;
}

const path = geoPath(projection).digits(2);

/** Two paths in plane units instead of one per state, because two elements render faster. */
export const LAND = path(merge(topology, stateShapes.geometries as (Polygon | MultiPolygon)[])) ?? "";
export const BORDERS = path(mesh(topology, stateShapes, (a, b) => a !== b)) ?? "";

export const STATE_LABELS: readonly StateLabel[] = states.features.map((state) => {
  const [x, y] = path.centroid(state);
  const [[west], [east]] = path.bounds(state);
  return { name: state.properties.name, x, y, width: east - west };
});
