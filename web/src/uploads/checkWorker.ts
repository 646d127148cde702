/** The worker's side of checking a file. The worker parses and compares, so that the screen stays responsive. */
import { decode } from "./rules/decode";
import { readSheet, type FileError } from "./rules/sheet";
import type { CheckedLine, FileCheck } from "./rules/checked";
import type { Line } from "./rules/sheet";

export type ToWorker<Known> =
  | { readonly type: "read"; readonly bytes: Uint8Array }
  /** Sent after the file is read and its stored records are loaded. */
  | { readonly type: "compare"; readonly known: Known };

export type FromWorker<Value> =
  | { readonly type: "reading"; readonly fraction: number }
  | { readonly type: "error"; readonly error: FileError }
  | { readonly type: "read"; readonly ignored: readonly string[]; readonly keysToLoad: readonly string[] }
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

  function read(bytes: Uint8Array) {
    const decoded = decode(bytes);
    if (!decoded.ok) return scope.postMessage({ type: "error", error: { message: decoded.message } });
    const result = readSheet(decoded.text, check.format, (fraction) =>
      scope.postMessage({ type: "reading", fraction }),
    );
    if (!result.ok) return scope.postMessage({ type: "error", error: result.error });
    lines = result.sheet.lines;
    scope.postMessage({ type: "read", ignored: result.sheet.ignored, keysToLoad: check.keysToLoad(lines) });
  }

  function compare(known: Known) {
    const checked = check.compare(lines, known);
    for (let from = 0; from < checked.length; from += SLICE) {
      const fraction = Math.min(1, (from + SLICE) / checked.length);
      scope.postMessage({ type: "compared", lines: checked.slice(from, from + SLICE), fraction });
    }
  }

  scope.onmessage = ({ data }) => {
    if (data.type === "read") read(data.bytes);
    else compare(data.known);
  };
}
