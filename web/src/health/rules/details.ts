/** JSON that came with an event, as a line that people read. Pure. */

/** 'driver d@larder.example, door MAIN'; what is no JSON object is answered as it came. */
export function detailsOf(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return text;
  return Object.entries(value)
    .map(([name, part]) => `${name} ${typeof part === "string" ? part : JSON.stringify(part)}`)
    .join(", ");
}
