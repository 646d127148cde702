/** What uploads of this area check locations by. */
import type { OpsLocation } from "../api/schema";

export type KnownLocation = Pick<OpsLocation, "type" | "route" | "stop">;
/** By id. */
export type KnownLocations = ReadonlyMap<string, KnownLocation>;

export function unknownLocation(id: string): string {
  return `There is no location ${id}`;
}
