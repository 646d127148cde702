/** The time ranges that reports offer, and the range that they remember. */
import * as v from "valibot";
import { addDays } from "../../lib/day";

/** Central wall times, such as `2026-11-21T14:30`. Includes the start and excludes the end. */
export interface LocalRange {
  readonly from: string;
  readonly to: string;
}

export type PresetId = "today" | "yesterday" | "last7" | "last30";

interface Preset {
  readonly id: PresetId;
  readonly label: string;
  /** The first day, relative to today. */
  readonly firstDay: number;
  readonly days: number;
}

export const PRESETS: readonly Preset[] = [
  { id: "today", label: "Today", firstDay: 0, days: 1 },
  { id: "yesterday", label: "Yesterday", firstDay: -1, days: 1 },
  { id: "last7", label: "Last 7 days", firstDay: -6, days: 7 },
  { id: "last30", label: "Last 30 days", firstDay: -29, days: 30 },
];

export const DAY_PRESETS = PRESETS.filter(({ days }) => days === 1);

/** The range from midnight of the first day to midnight after the last day. */
export function toLocalRange(firstDay: string, lastDay = firstDay): LocalRange {
  return { from: `${firstDay}T00:00`, to: `${addDays(lastDay, 1)}T00:00` };
}

/** The first and the last day of a range of whole days. */
export function toDays({ from, to }: LocalRange): { readonly first: string; readonly last: string } {
  return { first: from.slice(0, 10), last: addDays(to.slice(0, 10), -1) };
}

export function rangeOfPreset({ firstDay, days }: Pick<Preset, "firstDay" | "days">, today: string): LocalRange {
  const first = addDays(today, firstDay);
  return toLocalRange(first, addDays(first, days - 1));
}

const LOCAL_TIME = v.pipe(v.string(), v.isoDateTime());
const ENTRY = v.union([
  v.object({ preset: v.string() }),
  v.object({ from: LOCAL_TIME, to: LOCAL_TIME, chosenOn: v.string() }),
]);

/** Formats a chosen range for storage. A range that equals a preset is stored as the preset, which moves with the days. */
export function formatChoice(range: LocalRange, today: string): string {
  const preset = PRESETS.find((each) => {
    const { from, to } = rangeOfPreset(each, today);
    return from === range.from && to === range.to;
  });
  return JSON.stringify(preset ? { preset: preset.id } : { ...range, chosenOn: today });
}

/** The range of a stored choice. Without a valid choice, and for another range from an earlier day, the fallback. */
export function parseChoice(text: string | null, today: string, fallback: PresetId): LocalRange {
  const entry = parseEntry(text);
  if (entry && "from" in entry && entry.chosenOn === today) return { from: entry.from, to: entry.to };
  const find = (id: string) => PRESETS.find((preset) => preset.id === id);
  const preset = (entry && "preset" in entry ? find(entry.preset) : undefined) ?? find(fallback);
  return preset ? rangeOfPreset(preset, today) : toLocalRange(today);
}

function parseEntry(text: string | null): v.InferOutput<typeof ENTRY> | null {
  try {
    const { success, output } = v.safeParse(ENTRY, JSON.parse(text ?? "null"));
    return success ? output : null;
  } catch {
    return null;
  }
}
