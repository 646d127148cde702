import { useDeferredValue, useMemo } from "react";
import type { LocationDetail } from "../locationQuery";
import type { BulkEdit } from "./edits";
import { planOf, type PlannedChange } from "./plan";

const NOTHING: readonly PlannedChange[] = [];

/** The plan, made again as fast as it can while somebody types; nothing while there is no time, or something is wrong. */
export function usePlan(locations: readonly LocationDetail[], edits: readonly BulkEdit[], at: Date | null) {
  const shown = useDeferredValue(edits);
  const time = at?.getTime() ?? null;
  return useMemo(() => (time === null ? NOTHING : planOf(locations, shown, new Date(time))), [locations, shown, time]);
}
