/**
 * The state of a layout at a time (docs/requirements/planning.md, PLN-4). The server has the same rule in
 * `functions/planograms`, `rules::effective`. `functions/planograms/cases/effective.json` tests both.
 */
import { compareSlots } from "./slots";

export interface Entry {
  readonly slot: string;
  readonly vendItemName: string;
  /** An instant. */
  readonly activeHour: string;
}

const time = ({ activeHour }: Entry) => Date.parse(activeHour);

/** Returns each slot's newest entry that is not after `at`. If two have the same time, the later one in the list wins. */
export function effectiveAt<Of extends Entry>(entries: readonly Of[], at: number): ReadonlyMap<string, Of> {
  const newest = new Map<string, Of>();
  for (const entry of entries) {
    const other = newest.get(entry.slot);
    if (time(entry) <= at && (!other || time(other) <= time(entry))) newest.set(entry.slot, entry);
  }
  return new Map([...newest].sort(([one], [other]) => compareSlots(one, other)));
}

/** Returns the entries after `at`, sorted by hour and slot. */
export function scheduledAfter<Of extends Entry>(entries: readonly Of[], at: number): readonly Of[] {
  const scheduled = entries.filter((entry) => time(entry) > at);
  return scheduled.sort((one, other) => time(one) - time(other) || compareSlots(one.slot, other.slot));
}
