/** Arbitrary texts: random characters, and valid texts with random changes. The number of a text determines it. */

/** Texts that parsers often treat wrongly. */
const WORDS: readonly string[] = [
  "",
  " ",
  "\0",
  "\uFEFF",
  "\r\n",
  "\t",
  '"',
  "'",
  "\\",
  "\u202E",
  "é",
  "😀",
  "\uD800",
  "%00",
  "\\ud800",
  "__proto__",
  "constructor",
  "0",
  "-0",
  "-1",
  "1e400",
  "NaN",
  "Infinity",
  "0x10",
  "１",
  "99999999999999999999",
  "0.1",
  "5.",
  "0000-01-01",
  "9999-12-31",
  "+10000-01-01",
  "2026-02-30",
  "24:00",
  "null",
  "undefined",
  "[]",
  "{}",
  "=1+1",
  "'=1+1",
  "a".repeat(300),
];
const SEPARATORS: readonly string[] = [
  ",",
  ";",
  "|",
  "\t",
  "\n",
  "\r",
  '"',
  "'",
  "#",
  ":",
  ".",
  "/",
  "-",
  "+",
  " ",
  "=",
  "&",
  "%",
  "{",
  "[",
];
const MAX_CHANGES = 6;
const MAX_LENGTH = 20_000;

/** A generator of random numbers with a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The text with this number. */
export function arbitraryText(seeds: readonly string[], number: number): string {
  const random = randomNumbers(number);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (texts: readonly string[]) => texts[below(texts.length)] ?? "";
  const characters = () =>
    String.fromCharCode(...Array.from({ length: below(40) }, () => below(below(4) === 0 ? 0x10000 : 128)));

  const kind = below(16);
  if (kind === 0) return characters();
  if (kind === 1) return pick(WORDS);
  let text = pick(seeds);
  // Every fourth text is a valid one.
  const changes = below(4) === 0 ? 0 : 1 + below(MAX_CHANGES);
  for (let change = 0; change < changes; change += 1) {
    const start = below(text.length + 1);
    const end = Math.min(text.length, start + below(8));
    const part = [
      () => pick(WORDS),
      () => pick(SEPARATORS),
      () => characters(),
      () => "",
      () => text.slice(start, end).repeat(1 + below(40)),
      () => pick(seeds).slice(below(20)),
    ][below(6)];
    text = text.slice(0, start) + (part?.() ?? "") + text.slice(below(2) === 0 ? start : end);
  }
  return text.slice(0, MAX_LENGTH);
}
