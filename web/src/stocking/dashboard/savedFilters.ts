/**
 * Saves the last searched filters in the browser, per user (STK-1). The date applies only until the stocking day ends.
 */
import { object, safeParse, string, type InferOutput } from "valibot";
import { readCache, writeCache } from "../../lib/storage";
import { withFilters, parseFilters, type Filters } from "./filters";

const KEY = "stocking/filters";

const ENTRY = object({
  /** The signed-in user's `sub`. */
  user: string(),
  today: string(),
  /** Formatted as URL parameters. */
  filters: string(),
});

export function saveFilters(user: string, filters: Filters, today: string): void {
  const text = withFilters(new URLSearchParams(), filters, today).toString();
  void writeCache(KEY, { user, today, filters: text } satisfies InferOutput<typeof ENTRY>);
}

export async function loadSavedFilters(user: string, today: string): Promise<Filters | null> {
  const { success, output: entry } = safeParse(ENTRY, await readCache(KEY));
  if (!success || entry.user !== user) return null;
  const address = new URLSearchParams(entry.filters);
  if (entry.today !== today) address.delete("date");
  return parseFilters(address, today);
}
