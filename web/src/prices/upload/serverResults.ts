/** Collects the server's results for the sent rows. */
import type { UpdateItemPricesMutation } from "../operations.generated";
import type { PriceChange } from "./priceCheck";

type UpdateResponse = UpdateItemPricesMutation["updateItemPrices"];

export interface ServerResults {
  /** Errors by line. */
  readonly rowErrors: ReadonlyMap<number, readonly string[]>;
  /** Lines whose price is stored. */
  readonly updated: ReadonlySet<number>;
  /** The message of the last response. */
  readonly message: string | null;
}

export interface ResultsStore {
  readonly current: () => ServerResults;
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds the response for these changes. It replaces earlier results of the same lines. */
  readonly record: (changes: readonly PriceChange[], response: UpdateResponse) => void;
  readonly clear: () => void;
}

const NO_RESULTS: ServerResults = { rowErrors: new Map(), updated: new Set(), message: null };

export function createResultsStore(): ResultsStore {
  let results = NO_RESULTS;
  const listeners = new Set<() => void>();
  const update = (next: ServerResults) => {
    results = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => results,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    record: (changes, { message, rows }) => {
      const rowErrors = new Map(results.rowErrors);
      const updated = new Set(results.updated);
      for (const [index, { line }] of changes.entries()) {
        const { outcome, errors } = rows[index] ?? { outcome: "FAILED", errors: [] };
        if (outcome === "WRITTEN" || outcome === "UNCHANGED") updated.add(line);
        if (errors.length > 0) rowErrors.set(line, errors);
        else rowErrors.delete(line);
      }
      update({ rowErrors, updated, message });
    },
    clear: () => update(NO_RESULTS),
  };
}
