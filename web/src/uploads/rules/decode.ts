/** Decodes the bytes of the selected file to text. */
import { decodeText } from "../../lib/decodeText";

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** A file type that is not accepted. */
export interface OtherFile {
  /** The first bytes of its files. */
  readonly start: readonly number[];
  readonly message: string;
}

const OTHER_FILES: readonly OtherFile[] = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    message: "This is an Excel workbook or an archive, not a CSV file. In Excel choose Save As, then CSV UTF-8",
  },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    message: "This is an old Excel workbook, not a CSV file. In Excel choose Save As, then CSV UTF-8",
  },
  { start: [0x25, 0x50, 0x44, 0x46], message: "This is a PDF document, not a CSV file" },
];
const NOT_TEXT = "This is not a text file. Choose a CSV file.";
const EMPTY = "The file is empty";

/** Detects the encoding. Lines of the decoded text end in \n. */
export function decode(bytes: Uint8Array, otherFiles = OTHER_FILES, notText = NOT_TEXT): Decoded {
  if (bytes.length === 0) return { ok: false, message: EMPTY };
  const other = otherFiles.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
  if (other) return { ok: false, message: other.message };
  const text = decodeText(bytes);
  if (text.includes("\0")) return { ok: false, message: notText };
  if (text.trim() === "") return { ok: false, message: EMPTY };
  return { ok: true, text: text.replace(/\r\n?/g, "\n") };
}
