/**
 * What the address says of the map, beside the list's filters: `view=map`, `also=OFFLINE,DEAD`, `at=41.8781,-87.6298,9`
 * and `fridge=IL_0001`. A part that cannot be read counts as none: links are typed and shortened by people.
 */
import type { LocationStatus } from "../../api/schema";
import { STATUSES } from "../list/filters";

export type Look = "list" | "map";

/** Where the map was moved to by hand; level as in Place. */
export interface At {
  readonly latitude: number;
  readonly longitude: number;
  readonly level: number;
}

export interface MapAddress {
  /** The statuses shown besides that of the filter. */
  readonly also: readonly LocationStatus[];
  readonly at: At | null;
  /** The fridge whose card is open. */
  readonly fridge: string | null;
}

export function lookFrom(params: URLSearchParams): Look {
  return params.get("view") === "map" ? "map" : "list";
}

export function mapFrom(params: URLSearchParams, status: LocationStatus): MapAddress {
  const named = params.get("also")?.toUpperCase().split(",") ?? [];
  return {
    also: STATUSES.filter((other) => other !== status && named.includes(other)),
    at: atFrom(params.get("at")),
    fridge: params.get("fridge"),
  };
}

/** The list keeps where the map was, for when it is shown again; a card is closed. */
export function withLook(params: URLSearchParams, look: Look): URLSearchParams {
  const next = changed(params, "view", look === "map" ? "map" : null);
  next.delete("fridge");
  return next;
}

export function withAlso(params: URLSearchParams, also: readonly LocationStatus[]): URLSearchParams {
  return changed(params, "also", also.length > 0 ? STATUSES.filter((status) => also.includes(status)).join() : null);
}

export function withAt(params: URLSearchParams, at: At | null): URLSearchParams {
  const text = at && `${at.latitude.toFixed(4)},${at.longitude.toFixed(4)},${Number(at.level.toFixed(1))}`;
  return changed(params, "at", text);
}

export function withFridge(params: URLSearchParams, fridge: string | null): URLSearchParams {
  return changed(params, "fridge", fridge);
}

function changed(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

const NUMBER = "(-?\\d+(?:\\.\\d+)?)";
const AT = new RegExp(`^${NUMBER},${NUMBER},${NUMBER}$`);

function atFrom(text: string | null): At | null {
  const [, latitude, longitude, level] = AT.exec(text ?? "") ?? [];
  if (latitude === undefined || longitude === undefined || level === undefined) return null;
  return { latitude: Number(latitude), longitude: Number(longitude), level: Number(level) };
}
