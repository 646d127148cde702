/** Where one of the screens about a fridge is. */
export function screenOf(screen: "detail" | "inventory" | "health", id: string): string {
  return `/locations/${screen}/${encodeURIComponent(id)}`;
}
