/** Runs a file check on bytes as the check's worker does: reads the file, then compares it with stored data. */
import { NO_CORRECTIONS } from "../src/uploads/rules/corrections";
import type { FromWorker, WorkerScope } from "../src/uploads/checkWorker";
import { serveCheck } from "../src/uploads/checkWorker";
import type { CheckedLine, FileCheck } from "../src/uploads/rules/checked";

export interface CheckedBytes<Value> {
  /** Why the whole file is rejected; null if it is not. */
  readonly error: string | null;
  /** Keys of the stored records that the comparison needs. */
  readonly keysToLoad: readonly string[];
  readonly lines: readonly CheckedLine<Value>[];
}

export function checkBytes<Column extends string, Known, Value>(
  check: FileCheck<Column, Known, Value>,
  bytes: Uint8Array,
  known: Known,
): CheckedBytes<Value> {
  let error: string | null = null;
  let keysToLoad: readonly string[] = [];
  const lines: CheckedLine<Value>[] = [];
  const scope: WorkerScope<Known, Value> = {
    onmessage: null,
    postMessage: (message: FromWorker<Value>) => {
      if (message.type === "error") error = message.error.message;
      else if (message.type === "read") keysToLoad = message.keysToLoad;
      else if (message.type === "compared") lines.push(...message.lines);
    },
  };
  serveCheck(check, scope);
  scope.onmessage?.({ data: { type: "read", bytes, corrections: NO_CORRECTIONS } });
  if (error === null) scope.onmessage?.({ data: { type: "compare", known } });
  return { error, keysToLoad, lines };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index += 1) bytes.setUint16(2 * index, text.charCodeAt(index), !bigEndian);
  return new Uint8Array(bytes.buffer);
}

/**
 * The same table in the formats that different programs write: a description and the bytes. Cells contain no quotes.
 */
export function encodingVariants(rows: readonly (readonly string[])[]): readonly (readonly [string, Uint8Array])[] {
  const text = (delimiter: string, end = "\n") => rows.map((cells) => cells.join(delimiter) + end).join("");
  const reversed = rows.map((cells) => cells.toReversed().join(",")).join("\n");
  const quoted = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\r\n");
  const spaced = rows.map(
    (cells) => `\n${cells.map((cell) => ` ${cell} `).join(",")}\n${",".repeat(cells.length - 1)}\n`,
  );
  return [
    ["plain", utf8(text(","))],
    ["with a byte order mark and CRLF", utf8(`\uFEFF${text(",", "\r\n")}`)],
    ["with CR", utf8(text(",", "\r"))],
    ["with semicolons", utf8(text(";"))],
    ["with tabs", utf8(text("\t"))],
    ["in quotation marks", utf8(quoted)],
    ["with blank lines and spaces around cells", utf8(spaced.join(""))],
    ["with its columns in another order", utf8(reversed)],
    ["in UTF-16, little-endian", utf16(`\uFEFF${text("\t", "\r\n")}`, false)],
    ["in UTF-16, big-endian", utf16(`\uFEFF${text(",")}`, true)],
    ["in UTF-16 without a byte order mark", utf16(text(";"), false)],
  ];
}
