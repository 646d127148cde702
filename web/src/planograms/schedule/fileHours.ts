/** The layouts of a file, and the hours for its preview. Pure. */
import { formatDateTime } from "../../lib/formats";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Entry } from "../rules/effective";
import type { PlanogramRow } from "../rules/updates";

/** Groups the rows by layout, sorted by name. Rows of a new layout take effect now. */
export function layoutsOf(
  lines: readonly CheckedLine<PlanogramRow>[],
  now: string,
): ReadonlyMap<string, readonly Entry[]> {
  const layouts = new Map<string, Entry[]>();
  for (const { value } of lines) {
    if (!value) continue;
    const entry = { slot: value.slot, vendItemName: value.vendItemName, activeHour: value.activeHour ?? now };
    const entries = layouts.get(value.layoutName);
    if (entries) entries.push(entry);
    else layouts.set(value.layoutName, [entry]);
  }
  return new Map([...layouts].sort(([one], [other]) => one.localeCompare(other)));
}

export interface Hour {
  readonly at: string;
  /** Null if the formatted hour is the label. */
  readonly label: string | null;
  readonly inFile: boolean;
}

/** Now, and each hour with a change in the file or in the stored schedule. */
export function hoursOf(file: readonly Entry[], stored: readonly Entry[], now: string): readonly Hour[] {
  const fileHours = new Set(file.map(({ activeHour }) => activeHour));
  const scheduledHours = stored.filter(({ activeHour }) => activeHour > now).map(({ activeHour }) => activeHour);
  const hours = [...new Set([now, ...fileHours, ...scheduledHours])].sort();
  return hours.map((at) => {
    const isInFile = fileHours.has(at);
    const label = at === now ? "Now" : isInFile ? null : `${formatDateTime(at, { weekday: true })} (already scheduled)`;
    return { at, label, inFile: isInFile };
  });
}
