/** What is sent in one call, and written whole or not at all. */
export interface Chunk<Payload> {
  /** What a person calls it: 'amber on 11/21/2026'. */
  readonly label: string;
  /** How many lines of the file it holds. */
  readonly lines: number;
  readonly payload: Payload;
}

/** What the server made of a chunk. */
export type ChunkOutcome = "written" | "unchanged";
