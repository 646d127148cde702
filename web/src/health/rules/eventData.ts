/** Formats an event's JSON object as `driver d@larder.example, door MAIN`. Returns any other text unchanged. */
export function formatEventData(text: string): string {
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
