/** What the bytes of a chosen file say, whichever program wrote them. */

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** What other files begin with, and what to do about them. */
const OTHER_FILES: readonly { readonly start: readonly number[]; readonly message: string }[] = [
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
const NOT_TEXT = "This is not a text file; a CSV file is needed";
const EMPTY = "The file is empty";

/** How much of a file tells whether it is UTF-16 without a mark. */
const SAMPLE = 512;

/**
 * UTF-8 with and without mark, UTF-16 as Excel's 'Unicode text' has it, else Windows-1252. Lines end in \n afterwards.
 */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { ok: false, message: EMPTY };
  const other = OTHER_FILES.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
  if (other) return { ok: false, message: other.message };
  const text = textOf(bytes);
  if (text.includes("\0")) return { ok: false, message: NOT_TEXT };
  if (text.trim() === "") return { ok: false, message: EMPTY };
  return { ok: true, text: text.replace(/\r\n?/g, "\n") };
}

function textOf(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  // Each drops the mark of its own.
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Of Latin letters every other byte is 0.
  const most = sample.length / 2 - 1;
  if (odd >= most * 0.8 && even === 0 && most > 1) return "utf-16le";
  if (even >= most * 0.8 && odd === 0 && most > 1) return "utf-16be";
  return null;
}
