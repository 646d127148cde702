/** A kind of upload: what the shared screen has to know of it. */
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Action } from "../session/actions";
import type { CheckedLine } from "./rules/checked";
import type { Kind } from "./kinds";
import type { Chunk, ChunkOutcome } from "./rules/chunk";
import type { FileFormat } from "./rules/sheet";

/** A file as it was checked. */
export interface SentFile {
  readonly name: string;
  readonly content: Blob;
}

export interface Upload<Known, Value, Payload> {
  readonly title: string;
  /** The one button that sends. */
  readonly button: string;
  /** What the record of uploads calls it; the kind has one folder for its files. */
  readonly kind: Kind;
  /** All that sending takes, the folder's own first. */
  readonly needs: readonly [Action, ...Action[]];
  readonly format: FileFormat;
  /** Said of a file whose name does not end in .csv, where those alone are taken. */
  readonly onlyCsv?: string;
  /** What becomes of the file, for who has not uploaded one before. */
  readonly about: string;
  /** A line as it could be, by column. */
  readonly example: readonly string[];
  /** Said of `removed` lines, where what the file names is replaced whole: '3 stops …'. */
  readonly removal?: (count: number) => string;
  readonly startWorker: () => Worker;
  /** What the worker compares with, as it is now. */
  readonly loadKnown: (needs: readonly string[], signal: AbortSignal) => Promise<Known>;
  /** Said where that failed and the server had no words for it. */
  readonly unableToLoad: string;
  /** What is to be sent of the lines: nothing of what is unchanged. */
  readonly plan: (lines: readonly CheckedLine<Value>[]) => readonly Chunk<Payload>[];
  readonly send: (payload: Payload, file: SentFile) => Promise<ChunkOutcome<Payload>>;
  /**
   * Larder itself reads the file: `send` puts it away, which keeps it too, and answers what became of it. One with a
   * refused line is refused whole, with no way around.
   */
  readonly whole?: true;
  /** What a person should look at before sending, beside what is wrong. */
  readonly Notice?: ComponentType<{ readonly lines: readonly CheckedLine<Value>[] }>;
  /** Said where that failed and the server had no words for it. */
  readonly unableToSend: string;
  /** Reads again what was written, wherever it is shown. */
  readonly afterwards: (client: QueryClient) => Promise<unknown>;
  /** Where the spec has ways and words of its own for it. */
  readonly manner?: Manner;
}

/**
 * An upload that clears a file with anything wrong in it and lists what that is, group by group; and that keeps the file
 * after all of it was written, rather than before.
 */
export interface Manner {
  /** What the spec calls the group that a line belongs to, by its cells. */
  readonly groupOf: (cells: readonly string[]) => string;
  /** Said of a file that is not taken at all, with why. */
  readonly unreadable: (message: string) => string;
  /** Said of a call that failed. */
  readonly failed: (error: unknown) => string;
  /** Said when all is written. */
  readonly complete: string;
  /** So many of the file's lines are shown, at most. */
  readonly previewed: number;
}
