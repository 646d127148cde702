/**
 * What a layout shows at a time. The server has the same rule (functions/planograms, `rules::effective`); both run
 * functions/planograms/cases/effective.json.
 */
import { compareSlots } from "./slots";

export interface Entry {
  readonly slot: string;
  readonly vendItemName: string;
  /** An instant. */
  readonly activeHour: string;
}

const time = ({ activeHour }: Entry) => Date.parse(activeHour);

/** Of each slot the newest entry that is not after `at`; of two at the same time the later one of the list. */
export function effectiveAt<Of extends Entry>(entries: readonly Of[], at: number): ReadonlyMap<string, Of> {
  const shown = new Map<string, Of>();
  for (const entry of entries) {
    const other = shown.get(entry.slot);
    if (time(entry) <= at && (!other || time(other) <= time(entry))) shown.set(entry.slot, entry);
  }
  return new Map([...shown].sort(([one], [other]) => compareSlots(one, other)));
}

/** What is to come after `at`, by hour and slot. */
export function scheduledAfter<Of extends Entry>(entries: readonly Of[], at: number): readonly Of[] {
  const coming = entries.filter((entry) => time(entry) > at);
  return coming.sort((one, other) => time(one) - time(other) || compareSlots(one.slot, other.slot));
}
