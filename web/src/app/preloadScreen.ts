/** Loads the first screen while the configuration, the session and the navigation load. */
import { QueryClient } from "@tanstack/react-query";
import { paths } from "../lib/paths";
import { preloadCache } from "../lib/storage";
import { loadOf, routes } from "./routes";

/** The keys of the lists in the browser's cache that a screen shows before the server responds. */
const CACHED: Readonly<Record<string, readonly string[]>> = {
  [paths.locations]: ["locations/LIVE"],
  [paths.health]: ["locations/LIVE", "fleetHealth"],
};

/** Starts to load the files and the cached lists of the screen at the path. The router loads unknown paths. */
export function preloadScreen(path: string): void {
  routes(new QueryClient());
  // The router loads them again after a failure, and shows the error.
  void loadOf(path)?.().catch(() => undefined);
  for (const key of CACHED[path.toLowerCase()] ?? []) preloadCache(key);
}
