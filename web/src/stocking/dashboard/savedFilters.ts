/**
 * Saves the last searched filters in the browser, per user (STK-1). The date applies only until the stocking day ends.
 */
import { readCache, writeCache } from "../../lib/storage";
import { withFilters, parseFilters, type Filters } from "./filters";

const KEY = "stocking/filters";

interface Entry {
  /** The signed-in user's `sub`. */
  readonly user: string;
  readonly today: string;
  /** Formatted as URL parameters. */
  readonly filters: string;
}

export function saveFilters(user: string, filters: Filters, today: string): void {
  const text = withFilters(new URLSearchParams(), filters, today).toString();
  void writeCache(KEY, { user, today, filters: text } satisfies Entry);
}

export async function loadSavedFilters(user: string, today: string): Promise<Filters | null> {
  const entry = (await readCache(KEY)) as Partial<Entry> | null | undefined;
  if (entry?.user !== user || typeof entry.filters !== "string") return null;
  const address = new URLSearchParams(entry.filters);
  if (entry.today !== today) address.delete("date");
  return parseFilters(address, today);
}
