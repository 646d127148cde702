/** The text of a file, whichever program wrote it. */

/** How much of a file tells whether it is UTF-16 without a mark. */
const SAMPLE = 512;

/** UTF-8 with and without mark, UTF-16 as Excel's 'Unicode text' has it, else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
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
