/** Parses and edits a list of location ids as text. */

/** The distinct ids in order. Newlines, whitespace, commas and semicolons separate them. */
export function parseIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

export function addIds(text: string, ids: readonly string[]): string {
  return formatIds([...parseIds(text), ...ids]);
}

export function removeIds(text: string, ids: readonly string[]): string {
  const removed = new Set(ids);
  return formatIds(parseIds(text).filter((id) => !removed.has(id)));
}

function formatIds(ids: readonly string[]): string {
  return [...new Set(ids)].map((id) => `${id}\n`).join("");
}
