/** What the bytes of a chosen file are. */
import { textOf } from "../../ui/textOf";

export type FileKind = "csv" | "xlsx";

const OTHER_KINDS: readonly { readonly start: readonly number[]; readonly message: string }[] = [
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    message: "This is an old Excel workbook. In Excel choose Save As, then .xlsx or CSV",
  },
  { start: [0x25, 0x50, 0x44, 0x46], message: "This is a PDF document; a CSV or .xlsx file is needed" },
];

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);

/** @throws ImportFault for what is neither */
export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw new ImportFault("The file is empty");
  const other = OTHER_KINDS.find(({ start }) => startsWith(bytes, start));
  if (other) throw new ImportFault(other.message);
  // An .xlsx file is an archive.
  return startsWith(bytes, [0x50, 0x4b]) ? "xlsx" : "csv";
}

/** Why a file is not taken, in words for the person who chose it. */
export class ImportFault extends Error {
  override readonly name = "ImportFault";
}

/** @throws ImportFault for what is no text */
export function textIn(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text.includes("\0")) throw new ImportFault("This is not a text file; a CSV or .xlsx file is needed");
  return text;
}
