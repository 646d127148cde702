/** The definition of one kind of upload, which the shared screen needs. */
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Action } from "../session/actions";
import type { CheckedLine } from "./rules/checked";
import type { Kind } from "./kinds";
import type { Chunk, ChunkOutcome } from "./rules/chunk";
import type { FileFormat } from "./rules/sheet";

/** A checked file. */
export interface SentFile {
  readonly name: string;
  readonly content: Blob;
}

export interface Upload<Known, Value, Payload> {
  readonly title: string;
  /** Label of the button that sends the file. */
  readonly submitLabel: string;
  /** The kind in the upload record. Each kind has one folder for its files. */
  readonly kind: Kind;
  /** The permissions to send the file. The first one is the folder's. */
  readonly requiredActions: readonly [Action, ...Action[]];
  readonly format: FileFormat;
  /** If given, the file name must end in .csv. This is the message for other files. */
  readonly csvOnlyMessage?: string;
  /** Explains to a new user what the upload does. */
  readonly description: string;
  /** The cells of an example line. */
  readonly example: readonly string[];
  /** The warning for `removed` lines, if the file replaces whole groups: '3 stops …'. */
  readonly removalMessage?: (count: number) => string;
  readonly startWorker: () => Worker;
  /** Loads the stored records that the worker compares the file with. */
  readonly loadKnown: (keys: readonly string[], signal: AbortSignal) => Promise<Known>;
  /** Shown if `loadKnown` fails without a message from the server. */
  readonly loadFailureMessage: string;
  /** Splits the lines into chunks. Unchanged lines are left out. */
  readonly plan: (lines: readonly CheckedLine<Value>[]) => readonly Chunk<Payload>[];
  readonly send: (payload: Payload, file: SentFile) => Promise<ChunkOutcome<Payload>>;
  /**
   * The server parses the file. `send` stores the file and returns the server's result. A file with a rejected line cannot
   * be sent, not even in part.
   */
  readonly parsedByServer?: true;
  /** Shows warnings that do not block the upload. */
  readonly Notice?: ComponentType<{ readonly lines: readonly CheckedLine<Value>[] }>;
  /** Shown if `send` fails without a message from the server. */
  readonly sendFailureMessage: string;
  /** Reloads the queries that show the written records. */
  readonly refreshQueries: (client: QueryClient) => Promise<unknown>;
  /** Set for an upload that accepts only files without errors. */
  readonly strict?: StrictOptions;
}

/**
 * Options of an upload that clears a file with any error and lists the errors by group. Such an upload stores the file
 * after all of its lines are written, not before.
 */
export interface StrictOptions {
  /** Returns the name of the group that a line with these cells belongs to. */
  readonly groupOf: (cells: readonly string[]) => string;
  /** Returns the message for an unreadable file. `message` is the reason. */
  readonly unreadableMessage: (message: string) => string;
  /** Returns the message for a failed call. */
  readonly failureMessage: (error: unknown) => string;
  /** Shown when all lines are written. */
  readonly completeMessage: string;
  /** Maximum number of lines in the preview. */
  readonly maxPreviewRows: number;
}
