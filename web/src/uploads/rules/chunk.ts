/** Lines of a file that are sent in one call. */
export interface Chunk<Payload> {
  /** Shown to the user, for example 'amber on 11/21/2026'. */
  readonly label: string;
  /** Number of lines of the file. */
  readonly lines: number;
  readonly payload: Payload;
}

/** The server's result for a chunk: all of it was written, all of it was already stored, or some parts failed. */
export type ChunkOutcome<Payload> = "written" | "unchanged" | PartialOutcome<Payload>;

/** The outcome of a chunk that the server writes part by part. */
export interface PartialOutcome<Payload> {
  /** Number of lines written. */
  readonly written: number;
  /** Number of lines that were already stored. */
  readonly unchanged: number;
  /** Null if no part failed. */
  readonly failedParts: FailedParts<Payload> | null;
  /** The results by line number, if the server reports one for each row. Null removes an earlier result. */
  readonly rows?: Iterable<readonly [line: number, result: RowResult | null]>;
  /** The server's message about the chunk. */
  readonly message?: string;
}

/** The result of sending one row. */
export type RowResult = { readonly state: "pending" | "written" } | FailedRow;

export interface FailedRow {
  readonly state: "failed";
  readonly errors: readonly string[];
  /** Whether the row may be stored although the call failed. */
  readonly outcomeUnknown: boolean;
}

/** Results by line number. */
export type RowResults = ReadonlyMap<number, RowResult>;

/** The failed parts of a chunk. A retry sends only these. */
interface FailedParts<Payload> {
  readonly lines: number;
  readonly payload: Payload;
  /** One user-visible reason per failed part. */
  readonly reasons: readonly string[];
}

/** A part of a chunk that the server writes or rejects independently of the other parts. */
export interface Part<Item> {
  readonly item: Item;
  readonly lines: number;
  readonly result: PartResult;
}

/** `failed` is the user-visible reason. It is empty if another part caused the failure. */
export type PartResult = "written" | "unchanged" | { readonly failed: string };

/** Combines the results of the parts of a chunk into its outcome. */
export function combineResults<Item>(parts: readonly Part<Item>[]): PartialOutcome<readonly Item[]> {
  const lines = (of: readonly Part<Item>[]) => of.reduce((sum, part) => sum + part.lines, 0);
  const failed = parts.filter(({ result }) => typeof result !== "string");
  const reasons = failed.flatMap(({ result }) => (typeof result !== "string" && result.failed ? [result.failed] : []));
  return {
    written: lines(parts.filter(({ result }) => result === "written")),
    unchanged: lines(parts.filter(({ result }) => result === "unchanged")),
    failedParts:
      failed.length === 0 ? null : { lines: lines(failed), payload: failed.map(({ item }) => item), reasons },
  };
}
