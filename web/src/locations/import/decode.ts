/** Detects the kind of a file and decodes its text. */
import { decodeText } from "../../ui/decodeText";

export type FileKind = "csv" | "xlsx";

const UNSUPPORTED_KINDS: readonly { readonly start: readonly number[]; readonly message: string }[] = [
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    message: "This is an old Excel workbook. In Excel, choose Save As and select .xlsx or CSV",
  },
  { start: [0x25, 0x50, 0x44, 0x46], message: "This is a PDF document. Choose a CSV or .xlsx file" },
];

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);

/** @throws ImportError if the file is empty or of another kind */
export function detectFileKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw new ImportError("The file is empty");
  const unsupported = UNSUPPORTED_KINDS.find(({ start }) => startsWith(bytes, start));
  if (unsupported) throw new ImportError(unsupported.message);
  // An .xlsx file is an archive.
  return startsWith(bytes, [0x50, 0x4b]) ? "xlsx" : "csv";
}

/** A file that cannot be imported. The message is shown to the user. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/** @throws ImportError if the file is not text */
export function decodeCsvText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text.includes("\0")) throw new ImportError("This is not a text file. Choose a CSV or .xlsx file");
  return text;
}
