/** The locations that were chosen: their ids, as the text of a field that people also paste into. */

/** Each id once, in the order in which they stand; commas, semicolons and blanks part them as lines do. */
export function idsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

export function withIds(text: string, ids: readonly string[]): string {
  return linesOf([...idsOf(text), ...ids]);
}

export function withoutIds(text: string, ids: readonly string[]): string {
  const gone = new Set(ids);
  return linesOf(idsOf(text).filter((id) => !gone.has(id)));
}

function linesOf(ids: readonly string[]): string {
  return [...new Set(ids)].map((id) => `${id}\n`).join("");
}
