/** The steps of an upload, from selecting a file to sending it. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { kindOf, messageOf } from "../api/errors";
import { toastFailure } from "../lib/toast";
import { checkFile, FileRejected, type CheckedFile, type CheckProgress } from "./check/checkFile";
import type { Progress, Strict, UploadKind } from "./kind";
import { FOLDER_OF, MAX_MEGABYTES, type Kind } from "./kinds";
import { pastUploadsQuery, recordOutcome, startUpload, storeFile, type UploadOutcome } from "./records";
import { countOutcomes, type CheckedLine } from "./rules/checked";
import type { RowResults } from "./rules/chunk";
import { NO_CORRECTIONS, type Corrections } from "./rules/corrections";
import { isIncomplete, linesTotal, phaseOf, statusOf, type Sending } from "./rules/sending";
import type { FileError } from "./rules/sheet";
import { createSender, type Sender } from "./send/sender";

export type UploadState<Value> =
  /** `invalidFile` is the previous file, if it was cleared because a line of it was rejected. The user can correct it. */
  | {
      readonly step: "choosing";
      readonly fileName?: string;
      readonly error: FileError | null;
      readonly invalidFile: InvalidFile<Value> | null;
    }
  | { readonly step: "checking"; readonly fileName: string; readonly progress: CheckProgress }
  /** The stored records to compare the file with could not be loaded. */
  | { readonly step: "loadFailed"; readonly file: File; readonly message: string; readonly error: unknown }
  | { readonly step: "checked"; readonly checked: CheckedFile<Value>; readonly run: Run | null };

interface InvalidFile<Value> {
  /** The file as the user selected it. */
  readonly file: File;
  /** The lines that the user changed or excluded, including those that are being checked. */
  readonly corrections: Corrections;
  /** The result of the last check. */
  readonly checked: CheckedFile<Value>;
  /** Whether the corrections are being checked. */
  readonly checking: boolean;
}

interface Run {
  readonly sender: Sender;
  /** The file is being stored. Its lines are sent afterwards. */
  readonly storingFile: boolean;
}

const CHOOSING = { step: "choosing", error: null, invalidFile: null } as const;
const PROHIBITED = "Error! User Action Prohibited!";
const NO_RESULTS: RowResults = new Map();

export function useUpload<Known, Value, Payload>(kind: UploadKind<Known, Value, Payload>) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState<Value>>(CHOOSING);
  /** Cancels the current check or upload when the user selects another file or leaves the screen. */
  const cancellation = useRef<AbortController | null>(null);
  useEffect(() => () => cancellation.current?.abort(), []);
  const run = state.step === "checked" ? state.run : null;
  const progress = useProgress(run);
  const results = run?.sender.results() ?? NO_RESULTS;

  /** Cancels the current check or upload and returns the signal for the next one. */
  function cancelCurrent(): AbortSignal {
    cancellation.current?.abort();
    cancellation.current = new AbortController();
    return cancellation.current.signal;
  }

  /** @param previous the invalid file that stays visible while its corrections are checked */
  async function check(file: File, previous: InvalidFile<Value> | null = null) {
    const signal = cancelCurrent();
    const { rules, comparison, history, strict } = kind;
    if (rules.csvOnlyMessage && !/\.csv$/i.test(file.name)) {
      return setState({ ...CHOOSING, error: { message: rules.csvOnlyMessage } });
    }
    const show = (next: UploadState<Value>) => {
      if (!signal.aborted) setState(next);
    };
    const corrections = previous?.corrections ?? NO_CORRECTIONS;
    if (previous) show({ ...CHOOSING, invalidFile: { ...previous, checking: true } });
    try {
      const checked = await checkFile<Known, Value>({
        file,
        corrections,
        maxMegabytes: rules.maxMegabytes ?? (history ? MAX_MEGABYTES[FOLDER_OF[history.kind]] : Infinity),
        startWorker: rules.startWorker,
        loadKnown: comparison.load,
        onProgress: (progress) => {
          if (!previous) show({ step: "checking", fileName: file.name, progress });
        },
        signal,
      });
      const cleared = strict && checked.lines.some(({ outcome }) => outcome === "rejected");
      show(
        cleared
          ? { ...CHOOSING, invalidFile: { file, corrections, checked, checking: false } }
          : { step: "checked", checked, run: null },
      );
    } catch (error) {
      if (error instanceof FileRejected) {
        show({ ...CHOOSING, fileName: file.name, error: describeError(error.error, strict) });
      } else show({ step: "loadFailed", file, message: messageOf(error, comparison.failureMessage), error });
    }
  }

  /** Checks an invalid file again with these corrections. */
  function correct(invalid: InvalidFile<Value>, corrections: Corrections) {
    void check(invalid.file, { ...invalid, corrections });
  }

  /** Sends the file, or some of its lines. */
  async function send(checked: CheckedFile<Value>, lines: readonly CheckedLine<Value>[] = checked.lines) {
    const signal = cancelCurrent();
    const { operation, history } = kind;
    const folder = history && FOLDER_OF[history.kind];
    let uploadId: string | undefined;
    let storeAfterwards: (() => Promise<void>) | undefined;
    /** Outcomes are recorded in order, because the last one counts. */
    let recording: Promise<unknown> = Promise.resolve();

    async function record(outcome: UploadOutcome) {
      if (!folder) return;
      uploadId ??= (await startUpload(folder, checked.name, checked.content)).uploadId;
      await recordOutcome(folder, uploadId, outcome);
    }

    const onIdle = (sending: Sending) => {
      if (phaseOf(sending) === "finished" && !isIncomplete(sending)) {
        void storeAfterwards?.().catch(logStorageFailure);
        storeAfterwards = undefined;
      }
      if (history && history.stores !== "operation") {
        const outcome = outcomeOf(history.kind, checked, sending);
        recording = recording.then(() => record(outcome)).catch(showRecordingFailure);
      }
      if (folder) {
        void recording.then(() => client.invalidateQueries({ queryKey: pastUploadsQuery(folder).queryKey }));
      }
      // Without a history, the user can send parts of the file, so a halted upload can be the last one.
      if (phaseOf(sending) === "finished" || !history) void operation.refreshQueries(client);
    };
    const { failureMessage, isLost, rowsOf } = operation;
    const sender = createSender(operation.plan(lines), {
      send: (payload, outcomeUnknown) => operation.send(payload, checked, outcomeUnknown),
      failureMessage: (error) =>
        typeof failureMessage === "string" ? messageOf(error, failureMessage) : failureMessage(error),
      onIdle,
      isLost,
      rowsOf,
      results,
    });
    signal.addEventListener("abort", sender.stop);
    // Resumes automatically when the browser is online again.
    const resume = () => {
      if (statusOf(sender.state()) === "lost") sender.resume();
    };
    if (history) window.addEventListener("online", resume, { signal });
    const storesFile = history !== undefined && history.stores !== "operation";
    setState({ step: "checked", checked, run: { sender, storingFile: storesFile } });
    if (!storesFile || !folder) return sender.start();

    try {
      const started = await startUpload(folder, checked.name, checked.content);
      uploadId = started.uploadId;
      if (history.stores === "after") storeAfterwards = () => storeFile(started, checked.content);
      else await storeFile(started, checked.content);
    } catch (error) {
      if (kindOf(error) === "forbidden" && uploadId === undefined) {
        if (!signal.aborted) setState({ step: "checked", checked, run: null });
        return toastFailure(messageOf(error, PROHIBITED));
      }
      // A failed copy does not fail the upload (docs/requirements/uploads.md, UPL-5).
      logStorageFailure(error);
    }
    if (signal.aborted) return;
    setState({ step: "checked", checked, run: { sender, storingFile: false } });
    sender.start();
  }

  function startOver() {
    cancelCurrent();
    setState(CHOOSING);
  }

  return { state, progress, results, check, correct, send, startOver };
}

const subscribeToNothing = () => () => undefined;

function useProgress(run: Run | null): Progress | null {
  const sending = useSyncExternalStore(run?.sender.subscribe ?? subscribeToNothing, () => run?.sender.state() ?? null);
  if (!run || !sending) return null;
  const status = statusOf(sending);
  return { ...run, sending, status, active: run.storingFile || status === "sending" || status === "halting" };
}

/** Counts the lines of the whole file. Lines that were already stored were not sent and count as unchanged. */
export function outcomeOf(kind: Kind, { lines }: Pick<CheckedFile<unknown>, "lines">, sending: Sending): UploadOutcome {
  const { rejected, removed } = countOutcomes(lines);
  const inFile = lines.length - removed;
  const notSent = inFile - rejected - linesTotal(sending);
  const { written } = sending;
  const unchanged = sending.unchanged + notSent;
  return { kind, written, unchanged, failed: inFile - written - unchanged };
}

function describeError(error: FileError, strict: Strict | undefined): FileError {
  return strict ? { ...error, message: strict.unreadableMessage(error.message) } : error;
}

function logStorageFailure(error: unknown): void {
  console.error("Failed to store the uploaded file", error);
}

function showRecordingFailure(error: unknown): void {
  toastFailure(`The result of this upload could not be recorded. ${messageOf(error, "Upload the file again.")}`);
}
