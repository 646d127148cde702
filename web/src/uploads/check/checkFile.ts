/** The page's side of checking a file. */
import type { FromWorker, ToWorker } from "../checkWorker";
import { toCsv } from "../../lib/csv";
import type { CheckedLine, ReadFile } from "../rules/checked";
import { describeCorrections, type Corrections } from "../rules/corrections";
import type { FileError } from "../rules/sheet";

const MEGABYTE = 1024 * 1024;

export interface CheckedFile<Value> extends Pick<ReadFile<string>, "header" | "notes"> {
  readonly name: string;
  /** The checked content, even if the file is changed later. */
  readonly content: Blob;
  readonly lines: readonly CheckedLine<Value>[];
}

/** The whole file is rejected. */
export class FileRejected extends Error {
  constructor(readonly error: FileError) {
    super(error.message);
  }
}

export interface CheckProgress {
  readonly step: "reading" | "loading" | "comparing";
  /** From 0 to 1. Null if unknown. */
  readonly fraction: number | null;
}

interface CheckRequest<Known> {
  readonly file: File;
  /** The lines that the user changed or excluded on the screen. */
  readonly corrections: Corrections;
  readonly maxMegabytes: number;
  readonly startWorker: () => Worker;
  /** Loads the stored records with the given keys. */
  readonly loadKnown: (keysToLoad: readonly string[], signal: AbortSignal) => Promise<Known>;
  readonly onProgress: (progress: CheckProgress) => void;
  readonly signal: AbortSignal;
}

/** @throws FileRejected, or the error of `loadKnown` */
export async function checkFile<Known, Value>(request: CheckRequest<Known>): Promise<CheckedFile<Value>> {
  const { file, corrections, maxMegabytes, startWorker, signal } = request;
  if (file.size > maxMegabytes * MEGABYTE) {
    throw new FileRejected({ message: `The file is larger than ${maxMegabytes} MB` });
  }
  const bytes = await bytesOf(file);
  const content = new Blob([bytes], { type: "text/csv" });
  signal.throwIfAborted();
  const worker = startWorker();
  try {
    const checked = await runCheck<Known, Value>(worker, bytes, request);
    if (corrections.size === 0) return { name: file.name, content, ...checked };
    return {
      ...checked,
      name: file.name,
      content: new Blob([correctedText(checked)], { type: "text/csv" }),
      notes: [...checked.notes, ...describeCorrections(corrections)],
    };
  } finally {
    worker.terminate();
  }
}

/** The lines of a corrected file as CSV text, which is stored in place of the selected file. */
function correctedText({ header, lines }: Pick<CheckedFile<unknown>, "header" | "lines">): string {
  const columns = header.map((name, index) => ({
    header: name,
    value: ({ cells }: CheckedLine<unknown>) => cells[index],
  }));
  return toCsv(
    columns,
    lines.filter(({ line }) => line !== null),
  );
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new FileRejected({ message: "The file could not be read because it was changed or moved. Choose it again." });
  }
}

function runCheck<Known, Value>(worker: Worker, bytes: Uint8Array, request: CheckRequest<Known>) {
  const { corrections, loadKnown, onProgress, signal } = request;
  const send = (message: ToWorker<Known>, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  return new Promise<Pick<CheckedFile<Value>, "header" | "notes" | "lines">>((resolve, reject) => {
    const lines: CheckedLine<Value>[] = [];
    let file: Pick<ReadFile<string>, "header" | "notes"> = { header: [], notes: [] };

    async function compare(keysToLoad: readonly string[]) {
      onProgress({ step: "loading", fraction: null });
      const known = await loadKnown(keysToLoad, signal);
      onProgress({ step: "comparing", fraction: null });
      send({ type: "compare", known });
    }

    worker.onmessage = ({ data }: MessageEvent<FromWorker<Value>>) => {
      switch (data.type) {
        case "reading":
          onProgress({ step: "reading", fraction: data.fraction });
          break;
        case "error":
          reject(new FileRejected(data.error));
          break;
        case "read":
          file = { header: data.header, notes: data.notes };
          compare(data.keysToLoad).catch(reject);
          break;
        case "compared":
          lines.push(...data.lines);
          onProgress({ step: "comparing", fraction: data.fraction });
          if (data.fraction === 1) resolve({ ...file, lines });
          break;
      }
    };
    worker.onerror = () => reject(new Error("Validation failed"));
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    onProgress({ step: "reading", fraction: 0 });
    send({ type: "read", bytes, corrections }, [bytes.buffer as ArrayBuffer]);
  });
}
