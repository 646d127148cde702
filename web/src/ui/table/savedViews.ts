/** Saved views: the filters, columns and sort of a table, as the query of the screen's URL. */
import type { UrlState } from "../../lib/useUrlState";
import type { TablePreferences } from "./preferences";
import type { SavedView } from "./SavedViewContext";

/** The choice of columns in the URL. The object changes only with the choice. */
export interface UrlColumns {
  /** Null if the user's preferences apply. */
  readonly choice: ColumnChoice | null;
  /** Changes the choice in the URL. Null removes it. */
  readonly change: (choice: ColumnChoice | null) => void;
}

/** The saved views of one table and the URL that they apply to. `useTableViews` creates it. */
export interface TableViews {
  /** The name of the table. */
  readonly table: string;
  readonly urlState: UrlState;
  readonly urlColumns: UrlColumns;
  /** URL parameters that a view does not contain, such as a day. Applying a view keeps them. */
  readonly excluded: readonly string[];
}

export const MAX_VIEWS = 50;
export const MAX_NAME_LENGTH = 60;
const MAX_QUERY_LENGTH = 2000;

/** URL parameters of every table with saved views. */
export const COLUMNS_PARAM = "columns";
export const SORT_PARAM = "sort";
/** The value of the sort parameter for the table's default sort. */
export const DEFAULT_SORT = "default";
/** The value of the sort parameter for rows that are not sorted. It is the id of no column. */
const NO_SORT = "none";
/** The value of the columns parameter if the user neither showed nor hid a column. */
const AUTOMATIC = "auto";

export type ColumnChoice = TablePreferences["visibility"];

/** Parses the columns parameter, such as `stop.-name`: shows the stop and hides the name. Null without the parameter. */
export function parseColumns(text: string | null): ColumnChoice | null {
  if (text === null || text === "") return null;
  if (text === AUTOMATIC) return {};
  const choices = text.split(".").filter((part) => part !== "" && part !== "-");
  return Object.fromEntries(choices.map((part) => (part.startsWith("-") ? [part.slice(1), false] : [part, true])));
}

/** The text that `parseColumns` parses. */
export function formatColumns(choice: ColumnChoice): string {
  const parts = Object.entries(choice).map(([id, isVisible]) => (isVisible ? id : `-${id}`));
  return parts.length === 0 ? AUTOMATIC : parts.sort().join(".");
}

type Effective = Pick<TablePreferences, "visibility" | "sort">;

/** The URL's query including the columns and the sort that the user's preferences add, so that others see the same. */
export function sharedQuery(address: URLSearchParams, { visibility, sort }: Effective): URLSearchParams {
  const next = new URLSearchParams(address);
  if (!next.has(COLUMNS_PARAM)) next.set(COLUMNS_PARAM, formatColumns(visibility));
  if (!next.get(SORT_PARAM)) next.set(SORT_PARAM, sort === null ? DEFAULT_SORT : sort || NO_SORT);
  return next;
}

/** The query of a new view of the table as it is shown now. */
export function viewQuery({ urlState, excluded }: TableViews, preferences: Effective): string {
  const query = sharedQuery(urlState.address, preferences);
  for (const param of excluded) query.delete(param);
  query.sort();
  return query.toString();
}

/** The URL's query with a view in place of the current filters, columns and sort. */
export function applyView(address: URLSearchParams, view: SavedView, excluded: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(view.query);
  for (const param of excluded) {
    next.delete(param);
    for (const value of address.getAll(param)) next.append(param, value);
  }
  return next;
}

/** Whether the URL contains neither filters nor columns nor a sort. */
export function isUnfiltered(address: URLSearchParams, excluded: readonly string[]): boolean {
  return [...address.keys()].every((param) => excluded.includes(param));
}

/** The reason why a view cannot be saved under this name; undefined if it can. */
export function nameError(
  name: string,
  { id, table }: { readonly id: string | null; readonly table: string },
  views: readonly SavedView[],
): string | undefined {
  const text = name.trim();
  if (text === "") return "Enter a name";
  if (text.length > MAX_NAME_LENGTH) return `A name can have at most ${MAX_NAME_LENGTH} characters`;
  const isSame = (view: SavedView) =>
    view.table === table && view.id !== id && view.name.toLowerCase() === text.toLowerCase();
  if (views.some(isSame)) return `There is already a view called ${text}. Choose another name.`;
  if (id === null && views.length >= MAX_VIEWS) return `You have ${MAX_VIEWS} saved views. Delete one first.`;
  return undefined;
}

/** The reason why a query is no view; undefined if it is one. */
export function queryError(query: string): string | undefined {
  return query.length > MAX_QUERY_LENGTH ? "These filters are too long for a saved view" : undefined;
}

/** Makes a view the default of its table, or no view if it already is the default. */
export function toggleDefault(views: readonly SavedView[], { id, table, isDefault }: SavedView): readonly SavedView[] {
  return views.map((view) => (view.table === table ? { ...view, isDefault: view.id === id && !isDefault } : view));
}
