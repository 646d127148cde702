/** A file's bytes through a check as its worker has it: read, then compared with what is known. */
import type { FromWorker, WorkerScope } from "../src/uploads/checkWorker";
import { serveCheck } from "../src/uploads/checkWorker";
import type { CheckedLine, FileCheck } from "../src/uploads/rules/checked";

export interface CheckedBytes<Value> {
  /** Why the file is not taken at all. */
  readonly fault: string | null;
  /** What must be known before it can be compared. */
  readonly needs: readonly string[];
  readonly lines: readonly CheckedLine<Value>[];
}

export function checkBytes<Column extends string, Known, Value>(
  check: FileCheck<Column, Known, Value>,
  bytes: Uint8Array,
  known: Known,
): CheckedBytes<Value> {
  let fault: string | null = null;
  let needs: readonly string[] = [];
  const lines: CheckedLine<Value>[] = [];
  const scope: WorkerScope<Known, Value> = {
    onmessage: null,
    postMessage: (message: FromWorker<Value>) => {
      if (message.type === "fault") fault = message.fault.message;
      else if (message.type === "read") needs = message.needs;
      else if (message.type === "compared") lines.push(...message.lines);
    },
  };
  serveCheck(check, scope);
  scope.onmessage?.({ data: { type: "read", bytes } });
  if (fault === null) scope.onmessage?.({ data: { type: "compare", known } });
  return { fault, needs, lines };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(2 * at, text.charCodeAt(at), !bigEndian);
  return new Uint8Array(bytes.buffer);
}

/** The same table as different programs write it: what each is called, and its bytes. Cells hold no quotation mark. */
export function writtenBy(rows: readonly (readonly string[])[]): readonly (readonly [string, Uint8Array])[] {
  const text = (delimiter: string, end = "\n") => rows.map((cells) => cells.join(delimiter) + end).join("");
  const turned = rows.map((cells) => cells.toReversed().join(",")).join("\n");
  const quoted = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\r\n");
  const spaced = rows.map(
    (cells) => `\n${cells.map((cell) => ` ${cell} `).join(",")}\n${",".repeat(cells.length - 1)}\n`,
  );
  return [
    ["plain", utf8(text(","))],
    ["with a mark at its start and CRLF", utf8(`\uFEFF${text(",", "\r\n")}`)],
    ["with CR", utf8(text(",", "\r"))],
    ["with semicolons", utf8(text(";"))],
    ["with tabs", utf8(text("\t"))],
    ["in quotation marks", utf8(quoted)],
    ["with blank lines and blanks around cells", utf8(spaced.join(""))],
    ["with its columns in another order", utf8(turned)],
    ["in UTF-16, little end first", utf16(`\uFEFF${text("\t", "\r\n")}`, false)],
    ["in UTF-16, big end first", utf16(`\uFEFF${text(",")}`, true)],
    ["in UTF-16 without a mark", utf16(text(";"), false)],
  ];
}
