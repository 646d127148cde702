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
    take: (changes, { message, rowErrors }) => {
      const wrong = new Map(rowErrors.map(({ schemaId, item, errors }) => [`${schemaId}\n${item}`, errors]));
      const next = new Map(words.rowErrors);
      for (const { line, schemaId, item } of changes) {
        const errors = wrong.get(`${schemaId}\n${item}`);
        if (errors) next.set(line, errors);
        else next.delete(line);
      }
      // With a row that is refused it may be that none is stored: which are, the next answer tells.
      const stored = wrong.size === 0 ? changes.map(({ line }) => line) : [];
      tell({ rowErrors: next, updated: new Set([...words.updated, ...stored]), message });
    },
    clear: () => tell(NOTHING),
  };
}
