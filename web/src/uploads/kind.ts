/** The declaration of one kind of upload. The shared screen derives everything else from it. */
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Action } from "../api/actions";
import type { CheckedFile, CheckProgress } from "./check/checkFile";
import type { Kind } from "./kinds";
import type { PreviewRow, PreviewStatus } from "./rules/preview";
import type { CheckedLine, Counts } from "./rules/checked";
import type { Chunk, ChunkOutcome, FailedRow, RowResults } from "./rules/chunk";
import type { Sending, SendingStatus } from "./rules/sending";
import type { FileError, FileFormat } from "./rules/sheet";
import type { Sender } from "./send/sender";
import type { Columns } from "../ui/table";

export interface UploadKind<Known, Value, Payload> {
  /** Identifies the kind in the stored preferences of its preview. */
  readonly name: string;
  readonly wording: Wording<Value>;
  readonly format: FileFormat;
  readonly rules: Rules;
  readonly comparison: Comparison<Known>;
  readonly operation: Operation<Value, Payload>;
  /** Without it, the file is not stored and the upload is not recorded. */
  readonly history?: History;
  /** Set for an upload that accepts only files without errors. */
  readonly strict?: Strict;
  readonly preview?: Preview<Value>;
  readonly views?: Views<Value>;
}

export interface Wording<Value> {
  readonly title: string;
  /** The activity that needs the permission. Default: 'upload a pars file', with the format's name. */
  readonly activity?: string;
  /** Explains to a new user what the upload does. Only `views.Picker` replaces it. */
  readonly description?: string;
  /** The cells of an example line. Only `views.Picker` replaces them. */
  readonly example?: readonly string[];
  /** The label of the button that sends the file. Only `views.File` replaces it. */
  readonly submit?: string | ((counts: Counts) => string);
  /** Default: '3 rows: 1 added, 1 changed, 1 unchanged, 0 rejected'. */
  readonly summary?: (counts: Counts) => string;
  /** The warning for `removed` lines, if the file replaces whole groups: '3 stops …'. */
  readonly removed?: (count: number) => string;
  /** The reason why a file with rejected lines cannot be sent. */
  readonly rejected?: (count: number) => string;
  /** The reason why a file without changes cannot be sent. `details` emphasizes it. */
  readonly nothingNew?: { readonly reason: string; readonly details: string };
  /** What the user confirms before the file can be sent. */
  readonly confirmation?: (lines: readonly CheckedLine<Value>[]) => Confirmation | null;
  readonly checking?: Readonly<Record<CheckProgress["step"], string>>;
  readonly sending?: SendingWording;
  /** The message before the user leaves the screen during the upload. */
  readonly leave?: string;
}

export interface Confirmation {
  readonly warning: string;
  /** The label of the checkbox. */
  readonly label: string;
  /** The reason why the file cannot be sent yet. */
  readonly required: string;
}

export interface SendingWording {
  /** The name of the section. Default: 'Sending'. */
  readonly label?: string;
  /** The label of the progress bar. Default: 'Rows sent'. */
  readonly progress?: string;
  /** Whether the progress bar counts chunks instead of lines. */
  readonly countsChunks?: true;
  /** Null for the default. */
  readonly headline?: (status: SendingStatus, sending: Sending) => string | null;
  /** Default: '3 of 4 rows sent: 2 saved'. */
  readonly summary?: (sending: Sending) => string;
  /** Null for the default. */
  readonly advice?: (sending: Sending) => string | null;
  /** The label of the button that sends all failed lines again. */
  readonly retry?: (sending: Sending) => string;
  /** The text of a failed chunk in the list. Null if failed chunks are not listed. Default: its reasons. */
  readonly failure?: ((reasons: readonly string[], lines: number) => string | undefined) | null;
}

/** The checks before the comparison with stored records. */
export interface Rules {
  /** Starts the worker that serves the kind's `FileCheck`. */
  readonly startWorker: () => Worker;
  /** If given, the file name must end in .csv. This is the message for other files. */
  readonly csvOnlyMessage?: string;
  /** Maximum file size. Default: the server's limit for the files of the history. */
  readonly maxMegabytes?: number;
}

export interface Comparison<Known> {
  /** Loads the stored records that the worker compares the file with. */
  readonly load: (keys: readonly string[], signal: AbortSignal) => Promise<Known>;
  /** Shown if `load` fails without a message from the server. */
  readonly failureMessage: string;
}

/** A checked file. */
export type SentFile = Pick<CheckedFile<unknown>, "name" | "content">;

export interface Operation<Value, Payload> {
  /** The permissions to send the file. The first one is needed to see the screen. */
  readonly requiredActions: readonly [Action, ...Action[]];
  /** Splits the lines into chunks. Unchanged lines are left out. */
  readonly plan: (lines: readonly CheckedLine<Value>[]) => readonly Chunk<Payload>[];
  /** @param outcomeUnknown whether an earlier call for this payload may have stored it */
  readonly send: (payload: Payload, file: SentFile, outcomeUnknown: boolean) => Promise<ChunkOutcome<Payload>>;
  /** Shown if `send` fails. A text is shown if the server sent no message. */
  readonly failureMessage: string | ((error: unknown) => string);
  /** Reloads the queries that show the written records. */
  readonly refreshQueries: (client: QueryClient) => Promise<unknown>;
  /** Whether the user can send the valid lines of a file with rejected ones. */
  readonly sendsValidLines?: true;
  /** Whether a call got no response. Default: `isTransient`. */
  readonly isLost?: (error: unknown) => boolean;
  /** The line numbers of a payload, if the screen shows the results of chunks by row. */
  readonly rowsOf?: (payload: Payload) => readonly number[];
}

export interface History {
  /** The kind in the upload record. Each kind has one folder for its files. */
  readonly kind: Kind;
  /**
   * When the file is stored: before or after its lines are sent. With `operation`, `send` stores the file, and the server
   * parses it and records the outcome.
   */
  readonly stores: "before" | "after" | "operation";
}

/** Options of an upload that clears a file with any error and lists the errors by group. */
export interface Strict {
  /** Returns the name of the group that a line with these cells belongs to. */
  readonly groupOf: (cells: readonly string[]) => string;
  /**
   * The columns that name the group. If the user corrects one of them, the other rejected lines with the same value are
   * corrected too.
   */
  readonly sharedColumns: readonly string[];
  /** Returns the message for an unreadable file. `message` is the reason. */
  readonly unreadableMessage: (message: string) => string;
}

/** What the preview of a file differs in. */
export interface Preview<Value> {
  readonly statuses?: readonly PreviewStatus[];
  /** The id of a row's status. Default: its outcome. */
  readonly statusOf?: (row: PreviewRow<Value>) => string;
  /** The columns. Default: line, the format's columns, outcome and note. */
  readonly columns?: Columns<PreviewRow<Value>>;
  /** The name of the group of status buttons. */
  readonly filterLabel?: string;
  readonly searchPlaceholder?: string;
  readonly noteLabel?: string;
  /** Maximum number of rows shown. Default: all. */
  readonly maxRows?: number;
  /** The file of rejected rows. */
  readonly rejected?: RejectedFile;
}

export interface RejectedFile {
  /** The label of the button. */
  readonly button: string;
  /** The start of the file's name. */
  readonly prefix: string;
  /** The name of the column with the reasons. */
  readonly reason: string;
}

/** Components for what only this kind of upload shows. */
export interface Views<Value> {
  /** Replaces the file picker. It stays on the screen in all steps. */
  readonly Picker?: ComponentType<PickerProps>;
  /** Replaces the error of a file that cannot be read. */
  readonly FileError?: ComponentType<{ readonly error: FileError }>;
  /** Replaces the notice that the stored records could not be loaded. */
  readonly LoadFailure?: ComponentType<LoadFailureProps>;
  /** Shows warnings about the file. */
  readonly Notice?: ComponentType<{ readonly lines: readonly CheckedLine<Value>[] }>;
  /** Shows the effect of the upload, above the preview. */
  readonly Effect?: ComponentType<{ readonly lines: readonly CheckedLine<Value>[] }>;
  /** Shows the results after the upload. */
  readonly Result?: ComponentType<{ readonly sending: Sending; readonly failures: Failures }>;
  /** Replaces the panels of the checked file and of the upload, and the preview. The file can be sent in several parts. */
  readonly File?: ComponentType<FileProps<Value>>;
}

/** The failed rows by line number. */
export type Failures = ReadonlyMap<number, FailedRow>;

export interface PickerProps {
  readonly fileName: string | undefined;
  readonly error: FileError | null;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

export interface LoadFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onAnother: () => void;
}

/** The upload of a checked file, or of a part of it. */
export interface Progress {
  readonly sender: Sender;
  readonly sending: Sending;
  readonly status: SendingStatus;
  /** The file is being stored. Its lines are sent afterwards. */
  readonly storingFile: boolean;
  /** Whether lines are being sent. */
  readonly active: boolean;
}

export interface FileProps<Value> {
  readonly file: CheckedFile<Value>;
  /** The results of all uploads of the file. */
  readonly results: RowResults;
  /** The latest upload. Null before the first one. */
  readonly progress: Progress | null;
  /** Sends lines of the file. */
  readonly onSend: (lines: readonly CheckedLine<Value>[]) => void;
}
