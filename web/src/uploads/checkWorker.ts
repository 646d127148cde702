/** The worker's side of checking a file: what is heavy happens here, so that the screen never waits. */
import { decode } from "./rules/decode";
import { readSheet, type FileFault } from "./rules/sheet";
import type { CheckedLine, FileCheck } from "./rules/checked";
import type { Line } from "./rules/sheet";

export type ToWorker<Known> =
  | { readonly type: "read"; readonly bytes: Uint8Array }
  /** Asked once the file is read and what it needs is known. */
  | { readonly type: "compare"; readonly known: Known };

export type FromWorker<Value> =
  | { readonly type: "reading"; readonly part: number }
  | { readonly type: "fault"; readonly fault: FileFault }
  | { readonly type: "read"; readonly ignored: readonly string[]; readonly needs: readonly string[] }
  /** Some of the lines; all are there at `part` 1. */
  | { readonly type: "compared"; readonly lines: readonly CheckedLine<Value>[]; readonly part: number };

/** The worker as it sees itself. */
export interface WorkerScope<Known, Value> {
  onmessage: ((event: { readonly data: ToWorker<Known> }) => void) | null;
  postMessage: (message: FromWorker<Value>) => void;
}

/** Lines handed over at once: taking them in is not felt. */
const SLICE = 2_000;

/** Answers for files of one kind; all that a worker's own file does is to call this. */
export function serveCheck<Column extends string, Known, Value>(
  check: FileCheck<Column, Known, Value>,
  scope: WorkerScope<Known, Value> = self as unknown as WorkerScope<Known, Value>,
): void {
  let lines: readonly Line<Column>[] = [];

  function read(bytes: Uint8Array) {
    const decoded = decode(bytes);
    if (!decoded.ok) return scope.postMessage({ type: "fault", fault: { message: decoded.message } });
    const answer = readSheet(decoded.text, check.format, (part) => scope.postMessage({ type: "reading", part }));
    if (!answer.ok) return scope.postMessage({ type: "fault", fault: answer.fault });
    lines = answer.sheet.lines;
    scope.postMessage({ type: "read", ignored: answer.sheet.ignored, needs: check.needs(lines) });
  }

  function compare(known: Known) {
    const checked = check.compare(lines, known);
    for (let from = 0; from < checked.length; from += SLICE) {
      const part = Math.min(1, (from + SLICE) / checked.length);
      scope.postMessage({ type: "compared", lines: checked.slice(from, from + SLICE), part });
    }
  }

  scope.onmessage = ({ data }) => {
    if (data.type === "read") read(data.bytes);
    else compare(data.known);
  };
}
