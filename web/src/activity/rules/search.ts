/** Searches entries of the activity log. Pure. */
import { areaLabel, eventText, objectText, summaryText, type ActivityEntry } from "./entries";

/** Whether an entry contains the trimmed lower-case query in a displayed text. */
export function matchesText(entry: ActivityEntry, query: string): boolean {
  const texts = [entry.user, areaLabel(entry.area), objectText(entry), eventText(entry), summaryText(entry)];
  return texts.some((text) => text.toLowerCase().includes(query));
}
