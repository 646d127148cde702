/** The tiles of the home page (SHL-27): which exist, which a user sees, and in which order. Pure functions. */
import type { HomeTile, PreferenceValues } from "../../session/preferences";
import type { Permissions } from "../../session/permissions";
import { isInternal, placeOf, type NavigationGroup } from "../navigation/entries";

type May = Permissions["may"];
type Kind = HomeTile["kind"];
export type View = PreferenceValues["views"][number];

const DEFAULT_KINDS = ["ATTENTION", "DELIVERY", "CHANGES", "FAVORITES", "RECENT", "SCREENS"] as const;

const tileOf = (kind: Kind, view: string | null = null): HomeTile => ({ kind, view });

export const keyOfTile = ({ kind, view }: HomeTile): string => (view === null ? kind : `${kind} ${view}`);

/** What decides which tiles a user can see. */
export interface TileAccess {
  readonly may: May;
  /** The visible groups and entries of the navigation. */
  readonly navigation: readonly NavigationGroup[];
  readonly views: readonly View[];
  /** The paths of the favorite screens. */
  readonly favorites: readonly string[];
}

/** The paths of the screens that the user may open. */
export function visiblePaths(navigation: readonly NavigationGroup[]): ReadonlySet<string> {
  return new Set(navigation.flatMap(({ entries }) => entries.filter(isInternal).map(({ to }) => to)));
}

/** Whether the user may open the screen of a saved view. */
function mayOpen({ screen }: View, paths: ReadonlySet<string>): boolean {
  const place = placeOf(screen);
  return place !== null && paths.has(place.entry.to);
}

/** All tiles that the user can choose, in the default order. */
export function availableTiles({ may, navigation, views }: TileAccess): readonly HomeTile[] {
  const paths = visiblePaths(navigation);
  const kinds = DEFAULT_KINDS.filter((kind) => kind !== "DELIVERY" || may("GetCheckPointStatus"));
  const ofViews = views.filter((view) => mayOpen(view, paths)).map(({ id }) => tileOf("VIEW", id));
  return [...kinds.map((kind) => tileOf(kind)), ...ofViews];
}

/** The tiles until the user arranges them. */
export function defaultTiles(access: TileAccess): readonly HomeTile[] {
  const hasFavorites = access.favorites.length > 0;
  return availableTiles(access).filter(({ kind }) => kind !== "VIEW" && (kind !== "FAVORITES" || hasFavorites));
}

/** The tiles to show. Tiles that the user chose and has no permission for any more are omitted. */
export function visibleTiles(home: readonly HomeTile[] | null, access: TileAccess): readonly HomeTile[] {
  if (home === null) return defaultTiles(access);
  const available = new Set(availableTiles(access).map(keyOfTile));
  return home.filter((tile) => available.has(keyOfTile(tile)));
}

/** The stored preferences with another arrangement. Keeps the views of deleted tiles and drops tiles of deleted views. */
export function withArrangement(
  current: PreferenceValues,
  home: readonly HomeTile[] | null,
  favorites: readonly string[],
): PreferenceValues {
  const ids = new Set(current.views.map(({ id }) => id));
  return { ...current, home: home && home.filter(({ view }) => view === null || ids.has(view)), favorites };
}

/** The stored preferences with other views. Tiles of deleted views are removed. */
export function withViews(current: PreferenceValues, views: readonly View[]): PreferenceValues {
  return withArrangement({ ...current, views }, current.home, current.favorites);
}
