/** The locations that the uploads of this area are checked against. */
import type { OpsLocation } from "../api/schema";

export type KnownLocation = Pick<OpsLocation, "type" | "route" | "stop">;
/** Keyed by location id. */
export type KnownLocations = ReadonlyMap<string, KnownLocation>;

export function unknownLocationMessage(id: string): string {
  return `There is no location ${id}`;
}
