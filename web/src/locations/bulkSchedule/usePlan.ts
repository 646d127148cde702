import { useDeferredValue, useMemo } from "react";
import type { LocationDetail } from "../locationQuery";
import type { BulkEdit } from "./edits";
import { buildPlan, type PendingChanges, type PlannedChange } from "./plan";

const EMPTY_PLAN: readonly PlannedChange[] = [];

/**
 * The plan, computed with deferred edits so that typing stays responsive. Empty while the time or an edit is invalid or
 * the pending changes are loading.
 */
export function usePlan(
  locations: readonly LocationDetail[],
  edits: readonly BulkEdit[],
  at: Date | null,
  pending: PendingChanges | undefined,
) {
  const deferredEdits = useDeferredValue(edits);
  const time = at?.getTime() ?? null;
  return useMemo(
    () =>
      time === null || pending === undefined
        ? EMPTY_PLAN
        : buildPlan(locations, deferredEdits, new Date(time), pending),
    [locations, deferredEdits, time, pending],
  );
}
