/** The number of bytes that are checked for UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 512;
/** The share of zero bytes, at even or odd positions, that indicates UTF-16. */
const MIN_ZERO_SHARE = 0.8;

/**
 * Decodes the text of a file. Detects UTF-8, with and without a byte order mark, and UTF-16, which Excel writes as
 * 'Unicode text'. Other files are decoded as Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes);
  // Each decoder drops its byte order mark.
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // In UTF-16, every other byte of Latin text is 0.
  const maxZeros = sample.length / 2 - 1;
  if (odd >= maxZeros * MIN_ZERO_SHARE && even === 0 && maxZeros > 1) return "utf-16le";
  if (even >= maxZeros * MIN_ZERO_SHARE && odd === 0 && maxZeros > 1) return "utf-16be";
  return null;
}
