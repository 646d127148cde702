import { useDeferredValue, useMemo } from "react";
import type { LocationDetail } from "../locationQuery";
import type { BulkEdit } from "./edits";
import { planOf, type Pending, type PlannedChange } from "./plan";

const NOTHING: readonly PlannedChange[] = [];

/**
 * The plan, made again as fast as it can while somebody types; nothing while there is no time, something is wrong, or
 * the pending changes are not loaded.
 */
export function usePlan(
  locations: readonly LocationDetail[],
  edits: readonly BulkEdit[],
  at: Date | null,
  pending: Pending | undefined,
) {
  const shown = useDeferredValue(edits);
  const time = at?.getTime() ?? null;
  return useMemo(
    () => (time === null || pending === undefined ? NOTHING : planOf(locations, shown, new Date(time), pending)),
    [locations, shown, time, pending],
  );
}
