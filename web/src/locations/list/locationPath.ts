/** The URL path of a location's screen. */
export function locationPath(screen: "detail" | "inventory" | "health" | "schedule", id: string): string {
  return `/locations/${screen}/${encodeURIComponent(id)}`;
}
