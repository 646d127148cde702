/** The texts, links and order of the tiles. Only parts that load after the first content use them. */
import type { HomeTile } from "../../session/preferences";
import { placeOf } from "../navigation/entries";
import type { View } from "./tiles";

/** The titles of the tiles that exist once. */
export const TILE_TITLES: Readonly<Record<Exclude<HomeTile["kind"], "VIEW">, string>> = {
  ATTENTION: "Needs attention today",
  DELIVERY: "Today's delivery",
  CHANGES: "Since yesterday",
  FAVORITES: "Favorite screens",
  RECENT: "Recent items",
  SCREENS: "All screens",
};

/** The list with one entry moved by `step` positions. Does nothing at the ends. */
export function moved<Entry>(entries: readonly Entry[], index: number, step: -1 | 1): readonly Entry[] {
  const target = index + step;
  const entry = entries[index];
  if (entry === undefined || target < 0 || target >= entries.length) return entries;
  return entries.toSpliced(index, 1).toSpliced(target, 0, entry);
}

/** The list with one entry moved next to another one. */
export function reordered<Entry>(
  entries: readonly Entry[],
  dragged: Entry,
  target: Entry,
  place: "before" | "after",
): readonly Entry[] {
  if (dragged === target || !entries.includes(dragged) || !entries.includes(target)) return entries;
  const others = entries.filter((entry) => entry !== dragged);
  return others.toSpliced(others.indexOf(target) + (place === "after" ? 1 : 0), 0, dragged);
}

export function titleOf({ kind, view: id }: HomeTile, views: readonly View[]): string {
  if (kind !== "VIEW") return TILE_TITLES[kind];
  const view = views.find((one) => one.id === id);
  return view ? `${labelOfScreen(view.screen)}: ${view.name}` : "";
}

/** The name of the screen at a path, with its group if other groups have a screen of the same name. */
export function labelOfScreen(path: string): string {
  const place = placeOf(path);
  if (!place) return path;
  const { group, entry } = place;
  return ["All", "View", "Upload"].includes(entry.label) ? `${group}: ${entry.label}` : entry.label;
}

/** The address of a saved view. */
export function addressOf({ screen, query }: View): string {
  return query === "" ? screen : `${screen}?${query}`;
}
