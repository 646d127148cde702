/** What the bytes of a chosen file are. */

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

/** UTF-8 with and without mark, UTF-16 as Excel's 'Unicode text' has it, else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes("\0")) throw new ImportFault("This is not a text file; a CSV or .xlsx file is needed");
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  // Without a mark: of two bytes of a Latin letter one is 0.
  if (bytes[1] === 0 && bytes[0] !== 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] !== 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
