/**
 * The filters that were searched with last, as this browser keeps them for the signed-in person. The day is kept for the
 * day on which it was chosen: tomorrow people look at tomorrow.
 */
import { recall, remember } from "../../api/localCache";
import { withFilters, filtersFrom, type Filters } from "./filters";

const KEY = "stocking/filters";

interface Entry {
  /** The signed-in person's sub. */
  readonly user: string;
  readonly today: string;
  /** As an address says them. */
  readonly filters: string;
}

export function rememberFilters(user: string, filters: Filters, today: string): void {
  const text = withFilters(new URLSearchParams(), filters, today).toString();
  void remember(KEY, { user, today, filters: text } satisfies Entry);
}

export async function recallFilters(user: string, today: string): Promise<Filters | null> {
  const entry = (await recall(KEY)) as Partial<Entry> | null | undefined;
  if (entry?.user !== user || typeof entry.filters !== "string") return null;
  const address = new URLSearchParams(entry.filters);
  if (entry.today !== today) address.delete("date");
  return filtersFrom(address, today);
}
