import { fetchOpsLocations } from "../locations/opsLocations";
import type { KnownLocations } from "./knownLocations";

export async function readKnownLocations(signal: AbortSignal): Promise<KnownLocations> {
  const locations = await fetchOpsLocations(signal);
  return new Map(locations.map(({ id, type, route, stop }) => [id, { type, route, stop }]));
}
