/** The locations that a screen hands over to bulk schedule, in the state of its navigation entry. */
import { array, object, safeParse, string } from "valibot";

const STATE = object({ locationIds: array(string()) });

/** The state of a navigation to bulk schedule that selects these locations. */
export function bulkScheduleState(ids: readonly string[]): { readonly locationIds: readonly string[] } {
  return { locationIds: ids };
}

/** The ids in the state of a navigation entry; empty if it has none. */
export function readBulkIds(state: unknown): readonly string[] {
  const parsed = safeParse(STATE, state);
  return parsed.success ? parsed.output.locationIds : [];
}
