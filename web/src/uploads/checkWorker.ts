/** The worker's side of checking a file. The worker parses and compares, so that the screen stays responsive. */
import { decode } from "./rules/decode";
import type { CheckedLine, FileCheck, ReadFile, ReadResult } from "./rules/checked";
import { applyCorrections, type Corrections } from "./rules/corrections";
import { readSheet, type FileError, type FileFormat, type Line } from "./rules/sheet";

export type ToWorker<Known> =
  | { readonly type: "read"; readonly bytes: Uint8Array; readonly corrections: Corrections }
  /** Sent after the file is read and its stored records are loaded. */
  | { readonly type: "compare"; readonly known: Known };

export type FromWorker<Value> =
  | { readonly type: "reading"; readonly fraction: number }
  | { readonly type: "error"; readonly error: FileError }
  | ({ readonly type: "read"; readonly keysToLoad: readonly string[] } & Pick<ReadFile<string>, "header" | "notes">)
  /** A slice of the lines. The last slice has `fraction` 1. */
  | { readonly type: "compared"; readonly lines: readonly CheckedLine<Value>[]; readonly fraction: number };

/** The global scope of the worker. */
export interface WorkerScope<Known, Value> {
  onmessage: ((event: { readonly data: ToWorker<Known> }) => void) | null;
  postMessage: (message: FromWorker<Value>) => void;
}

/** Lines per message. Small enough that receiving a message does not block the screen. */
const SLICE = 2_000;

/** Serves the check for one kind of file. A worker's entry file only calls this function. */
export function serveCheck<Column extends string, Known, Value>(
  check: FileCheck<Column, Known, Value>,
  scope: WorkerScope<Known, Value> = self as unknown as WorkerScope<Known, Value>,
): void {
  let lines: readonly Line<Column>[] = [];

  function load(result: ReadResult<Column>, corrections: Corrections) {
    if (!result.ok) return scope.postMessage({ type: "error", error: result.error });
    const { header, notes } = result.file;
    lines = applyCorrections(result.file.lines, check.format.columns, corrections);
    scope.postMessage({ type: "read", header, notes, keysToLoad: check.keysToLoad(lines) });
  }

  function read(bytes: Uint8Array, corrections: Corrections) {
    const onProgress = (fraction: number) => scope.postMessage({ type: "reading", fraction });
    if (!check.read) return load(readText(bytes, check.format, onProgress), corrections);
    // `reportError` fires the worker's error event on the page.
    check.read(bytes).then(
      (result) => load(result, corrections),
      (error: unknown) => reportError(error),
    );
  }

  function compare(known: Known) {
    const checked = check.compare(lines, known);
    for (let from = 0; from < checked.length; from += SLICE) {
      const fraction = Math.min(1, (from + SLICE) / checked.length);
      scope.postMessage({ type: "compared", lines: checked.slice(from, from + SLICE), fraction });
    }
  }

  scope.onmessage = ({ data }) => {
    if (data.type === "read") read(data.bytes, data.corrections);
    else compare(data.known);
  };
}

/** Reads a CSV file with the columns of the format. */
function readText<Column extends string>(
  bytes: Uint8Array,
  format: FileFormat<Column>,
  onProgress: (fraction: number) => void,
): ReadResult<Column> {
  const decoded = decode(bytes);
  if (!decoded.ok) return { ok: false, error: { message: decoded.message } };
  const result = readSheet(decoded.text, format, onProgress);
  if (!result.ok) return result;
  const { lines, ignored } = result.sheet;
  const notes = ignored.length > 0 ? [`Ignored columns: ${ignored.join(", ")}`] : [];
  return { ok: true, file: { header: format.columns, lines, notes } };
}
