/** The page's side of checking a file. */
import type { FromWorker, ToWorker } from "../checkWorker";
import type { CheckedLine } from "../rules/checked";
import type { FileFault } from "../rules/sheet";

const MEGABYTE = 1024 * 1024;

export interface CheckedFile<Value> {
  readonly name: string;
  /** What was checked, even where the file is changed afterwards. */
  readonly content: Blob;
  readonly lines: readonly CheckedLine<Value>[];
  /** Columns that nobody asked for. */
  readonly ignored: readonly string[];
}

/** The file is not taken at all. */
export class FileRefused extends Error {
  constructor(readonly fault: FileFault) {
    super(fault.message);
  }
}

export interface CheckProgress {
  readonly step: "reading" | "loading" | "comparing";
  /** From 0 to 1; null while nobody knows. */
  readonly part: number | null;
}

interface Checking<Known> {
  readonly file: File;
  readonly largestMegabytes: number;
  readonly startWorker: () => Worker;
  /** Loads what must be known of the store, by the names that the file's lines led to. */
  readonly loadKnown: (needs: readonly string[], signal: AbortSignal) => Promise<Known>;
  readonly onProgress: (progress: CheckProgress) => void;
  readonly signal: AbortSignal;
}

/** Rejects with FileRefused, or with what went wrong while loading. */
export async function checkFile<Known, Value>(checking: Checking<Known>): Promise<CheckedFile<Value>> {
  const { file, largestMegabytes, startWorker, signal } = checking;
  if (file.size > largestMegabytes * MEGABYTE) {
    throw new FileRefused({ message: `The file is larger than ${largestMegabytes} MB` });
  }
  const bytes = await bytesOf(file);
  const content = new Blob([bytes], { type: "text/csv" });
  signal.throwIfAborted();
  const worker = startWorker();
  try {
    return { name: file.name, content, ...(await converse<Known, Value>(worker, bytes, checking)) };
  } finally {
    worker.terminate();
  }
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new FileRefused({ message: "The file cannot be read: it was changed or moved. Choose it again" });
  }
}

function converse<Known, Value>(worker: Worker, bytes: Uint8Array, checking: Checking<Known>) {
  const { loadKnown, onProgress, signal } = checking;
  const send = (message: ToWorker<Known>, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  return new Promise<Pick<CheckedFile<Value>, "lines" | "ignored">>((resolve, reject) => {
    const lines: CheckedLine<Value>[] = [];
    let ignored: readonly string[] = [];

    async function compare(needs: readonly string[]) {
      onProgress({ step: "loading", part: null });
      const known = await loadKnown(needs, signal);
      onProgress({ step: "comparing", part: null });
      send({ type: "compare", known });
    }

    worker.onmessage = ({ data }: MessageEvent<FromWorker<Value>>) => {
      switch (data.type) {
        case "reading":
          onProgress({ step: "reading", part: data.part });
          break;
        case "fault":
          reject(new FileRefused(data.fault));
          break;
        case "read":
          ignored = data.ignored;
          compare(data.needs).catch(reject);
          break;
        case "compared":
          lines.push(...data.lines);
          onProgress({ step: "comparing", part: data.part });
          if (data.part === 1) resolve({ lines, ignored });
          break;
      }
    };
    worker.onerror = () => reject(new Error("The file's check broke"));
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    onProgress({ step: "reading", part: 0 });
    send({ type: "read", bytes }, [bytes.buffer as ArrayBuffer]);
  });
}
