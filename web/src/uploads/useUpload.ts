/** The way of a file, from being chosen to being sent. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { toastFailure } from "../ui/toast";
import { checkFile, FileRefused, type CheckedFile, type CheckProgress } from "./check/checkFile";
import { FOLDER_OF, LARGEST_MEGABYTES, type Kind } from "./kinds";
import { keepFile, pastUploadsQuery, recordOutcome, startUpload, type UploadOutcome } from "./records";
import { countOutcomes } from "./rules/checked";
import type { Chunk } from "./rules/chunk";
import { hasRest, linesTotal, phaseOf, type Sending } from "./rules/sending";
import type { FileFault } from "./rules/sheet";
import { createSender, type Sender } from "./send/sender";
import type { Manner, Upload } from "./upload";

export type UploadState<Value> =
  /** `wrong` was chosen before, and cleared: a line of it is refused. */
  | { readonly step: "choosing"; readonly fault: FileFault | null; readonly wrong: CheckedFile<Value> | null }
  | { readonly step: "checking"; readonly fileName: string; readonly progress: CheckProgress }
  /** What the file is compared with could not be loaded. */
  | { readonly step: "notLoaded"; readonly file: File; readonly message: string; readonly error: unknown }
  | { readonly step: "checked"; readonly checked: CheckedFile<Value> }
  | {
      readonly step: "sending";
      readonly checked: CheckedFile<Value>;
      readonly chunks: readonly Chunk<unknown>[];
      readonly sender: Sender;
      /** The file itself is put away before its lines are sent. */
      readonly keeping: boolean;
    };

const CHOOSING = { step: "choosing", fault: null, wrong: null } as const;
const PROHIBITED = "Error! User Action Prohibited!";

export function useUpload<Known, Value, Payload>(upload: Upload<Known, Value, Payload>) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState<Value>>(CHOOSING);
  /** Ends what is under way: another file was chosen, or the screen left. */
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);

  function begin(): AbortSignal {
    ending.current?.abort();
    ending.current = new AbortController();
    return ending.current.signal;
  }

  async function check(file: File) {
    const signal = begin();
    if (upload.onlyCsv && !/\.csv$/i.test(file.name)) {
      return setState({ ...CHOOSING, fault: { message: upload.onlyCsv } });
    }
    const show = (next: UploadState<Value>) => {
      if (!signal.aborted) setState(next);
    };
    const onProgress = (progress: CheckProgress) => show({ step: "checking", fileName: file.name, progress });
    const { startWorker, loadKnown, unableToLoad, manner } = upload;
    try {
      const largestMegabytes = LARGEST_MEGABYTES[FOLDER_OF[upload.kind]];
      const checking = { file, largestMegabytes, startWorker, loadKnown, onProgress, signal };
      const checked = await checkFile<Known, Value>(checking);
      const cleared = manner && checked.lines.some(({ outcome }) => outcome === "refused");
      show(cleared ? { ...CHOOSING, wrong: checked } : { step: "checked", checked });
    } catch (error) {
      if (error instanceof FileRefused) show({ ...CHOOSING, fault: told(error.fault, manner) });
      else show({ step: "notLoaded", file, message: messageOf(error, unableToLoad), error });
    }
  }

  async function send(checked: CheckedFile<Value>) {
    const signal = begin();
    const chunks = upload.plan(checked.lines);
    const folder = FOLDER_OF[upload.kind];
    let uploadId: string | undefined;
    let keepLater: (() => Promise<void>) | undefined;
    /** Outcomes are recorded one after another: the last one counts. */
    let recording: Promise<unknown> = Promise.resolve();

    async function record(outcome: UploadOutcome) {
      uploadId ??= (await startUpload(folder, checked.name, checked.content)).uploadId;
      await recordOutcome(folder, uploadId, outcome);
    }

    const onRest = (rest: Sending) => {
      if (phaseOf(rest) === "finished" && !hasRest(rest)) {
        void keepLater?.().catch(logged);
        keepLater = undefined;
      }
      // The server reads such a file, and records the outcome itself.
      if (!upload.whole) {
        recording = recording.then(() => record(outcomeOf(upload.kind, checked, rest))).catch(notRecorded);
      }
      void recording.then(() => client.invalidateQueries({ queryKey: pastUploadsQuery(folder).queryKey }));
      if (phaseOf(rest) === "finished") void upload.afterwards(client);
    };
    const failed = upload.manner?.failed ?? ((error: unknown) => messageOf(error, upload.unableToSend));
    const send = (payload: Payload) => upload.send(payload, checked);
    const sender = createSender(chunks, { send, failed, onRest });
    signal.addEventListener("abort", sender.stop);
    // The browser knows when it is back on the net.
    const resume = () => {
      const rest = sender.state();
      if (phaseOf(rest) === "halted" && rest.halt === "lost") sender.resume();
    };
    window.addEventListener("online", resume, { signal });
    setState({ step: "sending", checked, chunks, sender, keeping: !upload.whole });
    if (upload.whole) return sender.start();

    try {
      const started = await startUpload(folder, checked.name, checked.content);
      uploadId = started.uploadId;
      // Spec of planning and reporting, section 4: that file is copied after a successful upload.
      if (upload.manner) keepLater = () => keepFile(started, checked.content);
      else await keepFile(started, checked.content);
    } catch (error) {
      if (isForbidden(error) && uploadId === undefined) {
        if (!signal.aborted) setState({ step: "checked", checked });
        return toastFailure(messageOf(error, PROHIBITED));
      }
      // Spec of locations, section 8: storage upload errors are logged only.
      logged(error);
    }
    if (signal.aborted) return;
    setState({ step: "sending", checked, chunks, sender, keeping: false });
    sender.start();
  }

  function startOver() {
    begin();
    setState(CHOOSING);
  }

  return { state, check, send, startOver };
}

/** What is told of the whole file; lines that are stored already were not sent. */
export function outcomeOf(kind: Kind, { lines }: Pick<CheckedFile<unknown>, "lines">, sending: Sending): UploadOutcome {
  const { refused, removed } = countOutcomes(lines);
  const inFile = lines.length - removed;
  const notSent = inFile - refused - linesTotal(sending);
  const { written } = sending;
  const unchanged = sending.unchanged + notSent;
  return { kind, written, unchanged, failed: inFile - written - unchanged };
}

function told(fault: FileFault, manner: Manner | undefined): FileFault {
  return manner ? { ...fault, message: manner.unreadable(fault.message) } : fault;
}

function logged(error: unknown): void {
  console.error("The uploaded file was not kept", error);
}

function notRecorded(error: unknown): void {
  toastFailure(`Past uploads does not show the result of this upload. ${messageOf(error, "Please upload it again")}`);
}
