/** The address of one of the screens about a location. */
export function screenOf(screen: "detail" | "inventory" | "health" | "schedule", id: string): string {
  return `/locations/${screen}/${encodeURIComponent(id)}`;
}
