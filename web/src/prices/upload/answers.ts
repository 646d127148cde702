/** What the server said of the rows that were sent. */
import type { UpdateItemPricesMutation } from "../operations.generated";
import type { PriceChange } from "./priceCheck";

type Answer = UpdateItemPricesMutation["updateItemPrices"];

export interface ServerWords {
  /** What is wrong, by line. */
  readonly rowErrors: ReadonlyMap<number, readonly string[]>;
  /** Lines that are stored. */
  readonly updated: ReadonlySet<number>;
  /** Its last message. */
  readonly message: string | null;
}

export interface Answers {
  readonly current: () => ServerWords;
  readonly subscribe: (listener: () => void) => () => void;
  /** What it answered to these rows, in place of what it said of them before. */
  readonly take: (changes: readonly PriceChange[], answer: Answer) => void;
  readonly clear: () => void;
}

const NOTHING: ServerWords = { rowErrors: new Map(), updated: new Set(), message: null };

export function createAnswers(): Answers {
  let words = NOTHING;
  const listeners = new Set<() => void>();
  const tell = (next: ServerWords) => {
    words = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => words,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take: (changes, { message, rows }) => {
      const rowErrors = new Map(words.rowErrors);
      const updated = new Set(words.updated);
      for (const [index, { line }] of changes.entries()) {
        const { outcome, errors } = rows[index] ?? { outcome: "FAILED", errors: [] };
        if (outcome === "WRITTEN" || outcome === "UNCHANGED") updated.add(line);
        if (errors.length > 0) rowErrors.set(line, errors);
        else rowErrors.delete(line);
      }
      tell({ rowErrors, updated, message });
    },
    clear: () => tell(NOTHING),
  };
}
