/**
 * The URL parameters of the map, in addition to the list's filters: `view=map`, `also=OFFLINE,DEAD`,
 * `at=41.8781,-87.6298,9` and `fridge=IL_0001`. People type and shorten links, so an invalid parameter is ignored.
 */
import type { LocationStatus } from "../../api/schema";
import { STATUSES } from "../list/filters";

export type ViewMode = "list" | "map";

/** The center of the map after a user moved it, and its zoom level as in `levelOf`. */
export interface MapPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly level: number;
}

export interface MapParams {
  /** Statuses on the map in addition to the status of the filter. */
  readonly extraStatuses: readonly LocationStatus[];
  readonly position: MapPosition | null;
  /** The fridge whose card is open. */
  readonly fridgeId: string | null;
}

export function parseViewMode(params: URLSearchParams): ViewMode {
  return params.get("view") === "map" ? "map" : "list";
}

export function parseMapParams(params: URLSearchParams, status: LocationStatus): MapParams {
  const requested = params.get("also")?.toUpperCase().split(",") ?? [];
  return {
    extraStatuses: STATUSES.filter((other) => other !== status && requested.includes(other)),
    position: parsePosition(params.get("at")),
    fridgeId: params.get("fridge"),
  };
}

/** Keeps the map position for the next switch to the map, and closes the card. */
export function setViewMode(params: URLSearchParams, mode: ViewMode): URLSearchParams {
  const next = setParam(params, "view", mode === "map" ? "map" : null);
  next.delete("fridge");
  return next;
}

export function setAlsoParam(params: URLSearchParams, statuses: readonly LocationStatus[]): URLSearchParams {
  const text = STATUSES.filter((status) => statuses.includes(status)).join();
  return setParam(params, "also", statuses.length > 0 ? text : null);
}

export function setAtParam(params: URLSearchParams, position: MapPosition | null): URLSearchParams {
  const text =
    position && `${position.latitude.toFixed(4)},${position.longitude.toFixed(4)},${Number(position.level.toFixed(1))}`;
  return setParam(params, "at", text);
}

export function setFridgeParam(params: URLSearchParams, fridgeId: string | null): URLSearchParams {
  return setParam(params, "fridge", fridgeId);
}

function setParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

const NUMBER = "(-?\\d+(?:\\.\\d+)?)";
const POSITION = new RegExp(`^${NUMBER},${NUMBER},${NUMBER}$`);

function parsePosition(text: string | null): MapPosition | null {
  const [, latitude, longitude, level] = POSITION.exec(text ?? "") ?? [];
  if (latitude === undefined || longitude === undefined || level === undefined) return null;
  return { latitude: Number(latitude), longitude: Number(longitude), level: Number(level) };
}
