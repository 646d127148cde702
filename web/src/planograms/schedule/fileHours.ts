/** Which layouts a file names, and the hours at which one can be looked at: pure. */
import type { CheckedLine } from "../../uploads/rules/checked";
import { hourText } from "../hours";
import type { Entry } from "../rules/effective";
import type { PlanogramRow } from "../rules/updates";

/** The rows of each layout, in the order of their names. What a creation says holds from now on. */
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
  /** Null for the hour itself. */
  readonly label: string | null;
  readonly inFile: boolean;
}

/** Now, and each hour at which the file or what is scheduled changes something. */
export function hoursOf(file: readonly Entry[], stored: readonly Entry[], now: string): readonly Hour[] {
  const inFile = new Set(file.map(({ activeHour }) => activeHour));
  const coming = stored.filter(({ activeHour }) => activeHour > now).map(({ activeHour }) => activeHour);
  const hours = [...new Set([now, ...inFile, ...coming])].sort();
  return hours.map((at) => {
    const named = inFile.has(at);
    const label = at === now ? "Now" : named ? null : `${hourText(at)} (scheduled before)`;
    return { at, label, inFile: named };
  });
}
