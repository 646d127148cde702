/** Lines of a file that are sent in one call. */
export interface Chunk<Payload> {
  /** What a person calls it: 'amber on 11/21/2026'. */
  readonly label: string;
  /** How many lines of the file it holds. */
  readonly lines: number;
  readonly payload: Payload;
}

/** The server's result for a chunk: all of it is written, all of it was stored before, or some of it failed. */
export type ChunkOutcome<Payload> = "written" | "unchanged" | PartialOutcome<Payload>;

/** The server wrote a chunk part by part, and reported a result for each. */
export interface PartialOutcome<Payload> {
  /** Lines. */
  readonly written: number;
  readonly unchanged: number;
  /** The parts that failed; null where none did. */
  readonly rest: Rest<Payload> | null;
}

/** The parts of a chunk that failed: they alone are sent again. */
export interface Rest<Payload> {
  readonly lines: number;
  readonly payload: Payload;
  /** Each failed part with its reasons, for the person at the screen. */
  readonly reasons: readonly string[];
}

/** A part of a chunk that the server writes or rejects by itself. */
export interface Part<Item> {
  readonly item: Item;
  readonly lines: number;
  readonly result: PartResult;
}

/** `failed` is the reason for the person at the screen; empty where only another part is at fault. */
export type PartResult = "written" | "unchanged" | { readonly failed: string };

/** The outcome of a chunk by the result of each of its parts. */
export function outcomeOfParts<Item>(parts: readonly Part<Item>[]): PartialOutcome<readonly Item[]> {
  const lines = (some: readonly Part<Item>[]) => some.reduce((sum, part) => sum + part.lines, 0);
  const failed = parts.filter(({ result }) => typeof result !== "string");
  const reasons = failed.flatMap(({ result }) => (typeof result !== "string" && result.failed ? [result.failed] : []));
  return {
    written: lines(parts.filter(({ result }) => result === "written")),
    unchanged: lines(parts.filter(({ result }) => result === "unchanged")),
    rest: failed.length === 0 ? null : { lines: lines(failed), payload: failed.map(({ item }) => item), reasons },
  };
}
