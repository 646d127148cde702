/** The steps of an upload, from selecting a file to sending it. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { toastFailure } from "../ui/toast";
import { checkFile, FileRejected, type CheckedFile, type CheckProgress } from "./check/checkFile";
import { FOLDER_OF, MAX_MEGABYTES, type Kind } from "./kinds";
import { pastUploadsQuery, recordOutcome, startUpload, storeFile, type UploadOutcome } from "./records";
import { countOutcomes } from "./rules/checked";
import type { Chunk } from "./rules/chunk";
import { isIncomplete, linesTotal, phaseOf, type Sending } from "./rules/sending";
import type { FileError } from "./rules/sheet";
import { createSender, type Sender } from "./send/sender";
import type { StrictOptions, Upload } from "./upload";

export type UploadState<Value> =
  /** `invalidFile` is the previous file, if it was cleared because a line of it was rejected. */
  | { readonly step: "choosing"; readonly error: FileError | null; readonly invalidFile: CheckedFile<Value> | null }
  | { readonly step: "checking"; readonly fileName: string; readonly progress: CheckProgress }
  /** The stored records to compare the file with could not be loaded. */
  | { readonly step: "loadFailed"; readonly file: File; readonly message: string; readonly error: unknown }
  | { readonly step: "checked"; readonly checked: CheckedFile<Value> }
  | {
      readonly step: "sending";
      readonly checked: CheckedFile<Value>;
      readonly chunks: readonly Chunk<unknown>[];
      readonly sender: Sender;
      /** The file is being stored. Its lines are sent afterwards. */
      readonly storingFile: boolean;
    };

const CHOOSING = { step: "choosing", error: null, invalidFile: null } as const;
const PROHIBITED = "Error! User Action Prohibited!";

export function useUpload<Known, Value, Payload>(upload: Upload<Known, Value, Payload>) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState<Value>>(CHOOSING);
  /** Cancels the current check or upload when the user selects another file or leaves the screen. */
  const cancellation = useRef<AbortController | null>(null);
  useEffect(() => () => cancellation.current?.abort(), []);

  /** Cancels the current check or upload and returns the signal for the next one. */
  function cancelCurrent(): AbortSignal {
    cancellation.current?.abort();
    cancellation.current = new AbortController();
    return cancellation.current.signal;
  }

  async function check(file: File) {
    const signal = cancelCurrent();
    if (upload.csvOnlyMessage && !/\.csv$/i.test(file.name)) {
      return setState({ ...CHOOSING, error: { message: upload.csvOnlyMessage } });
    }
    const show = (next: UploadState<Value>) => {
      if (!signal.aborted) setState(next);
    };
    const onProgress = (progress: CheckProgress) => show({ step: "checking", fileName: file.name, progress });
    const { startWorker, loadKnown, loadFailureMessage, strict } = upload;
    try {
      const maxMegabytes = MAX_MEGABYTES[FOLDER_OF[upload.kind]];
      const request = { file, maxMegabytes, startWorker, loadKnown, onProgress, signal };
      const checked = await checkFile<Known, Value>(request);
      const cleared = strict && checked.lines.some(({ outcome }) => outcome === "rejected");
      show(cleared ? { ...CHOOSING, invalidFile: checked } : { step: "checked", checked });
    } catch (error) {
      if (error instanceof FileRejected) show({ ...CHOOSING, error: describeError(error.error, strict) });
      else show({ step: "loadFailed", file, message: messageOf(error, loadFailureMessage), error });
    }
  }

  async function send(checked: CheckedFile<Value>) {
    const signal = cancelCurrent();
    const chunks = upload.plan(checked.lines);
    const folder = FOLDER_OF[upload.kind];
    let uploadId: string | undefined;
    let storeAfterwards: (() => Promise<void>) | undefined;
    /** Outcomes are recorded in order, because the last one counts. */
    let recording: Promise<unknown> = Promise.resolve();

    async function record(outcome: UploadOutcome) {
      uploadId ??= (await startUpload(folder, checked.name, checked.content)).uploadId;
      await recordOutcome(folder, uploadId, outcome);
    }

    const onIdle = (sending: Sending) => {
      if (phaseOf(sending) === "finished" && !isIncomplete(sending)) {
        void storeAfterwards?.().catch(logStorageFailure);
        storeAfterwards = undefined;
      }
      // The server records the outcome of a file that it parses.
      if (!upload.parsedByServer) {
        recording = recording.then(() => record(outcomeOf(upload.kind, checked, sending))).catch(showRecordingFailure);
      }
      void recording.then(() => client.invalidateQueries({ queryKey: pastUploadsQuery(folder).queryKey }));
      if (phaseOf(sending) === "finished") void upload.refreshQueries(client);
    };
    const failureMessage =
      upload.strict?.failureMessage ?? ((error: unknown) => messageOf(error, upload.sendFailureMessage));
    const send = (payload: Payload) => upload.send(payload, checked);
    const sender = createSender(chunks, { send, failureMessage, onIdle });
    signal.addEventListener("abort", sender.stop);
    // Resumes automatically when the browser is online again.
    const resume = () => {
      const sending = sender.state();
      if (phaseOf(sending) === "halted" && sending.halt === "lost") sender.resume();
    };
    window.addEventListener("online", resume, { signal });
    setState({ step: "sending", checked, chunks, sender, storingFile: !upload.parsedByServer });
    if (upload.parsedByServer) return sender.start();

    try {
      const started = await startUpload(folder, checked.name, checked.content);
      uploadId = started.uploadId;
      // A strict upload stores the file after all lines are written (docs/requirements/planning.md, PAR-6).
      if (upload.strict) storeAfterwards = () => storeFile(started, checked.content);
      else await storeFile(started, checked.content);
    } catch (error) {
      if (isForbidden(error) && uploadId === undefined) {
        if (!signal.aborted) setState({ step: "checked", checked });
        return toastFailure(messageOf(error, PROHIBITED));
      }
      // A failed copy does not fail the upload (docs/requirements/uploads.md, UPL-5).
      logStorageFailure(error);
    }
    if (signal.aborted) return;
    setState({ step: "sending", checked, chunks, sender, storingFile: false });
    sender.start();
  }

  function startOver() {
    cancelCurrent();
    setState(CHOOSING);
  }

  return { state, check, send, startOver };
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

function describeError(error: FileError, strict: StrictOptions | undefined): FileError {
  return strict ? { ...error, message: strict.unreadableMessage(error.message) } : error;
}

function logStorageFailure(error: unknown): void {
  console.error("Failed to store the uploaded file", error);
}

function showRecordingFailure(error: unknown): void {
  toastFailure(`The result of this upload could not be recorded. ${messageOf(error, "Upload the file again.")}`);
}
