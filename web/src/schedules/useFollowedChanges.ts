import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ScheduleChange } from "../api/schema";
import { labelOf } from "../locations/rules/attributes";
import { toastFailure, toastSuccess } from "../ui/toast";
import { itemsOf, type ScheduledItem } from "./items";
import { reloadSchedule, scheduledChangesQuery } from "./queries";

/** The clocks of this browser and the server may differ by this much. */
const CLOCKS_APART = 30_000;

export interface Outcome {
  readonly applied: readonly ScheduledItem[];
  readonly failed: readonly ScheduledItem[];
}

/**
 * What became of changes between two looks: one that was due and is gone was applied. One that is gone before its
 * time was deleted, here or by somebody else.
 */
export function outcomeOf(before: readonly ScheduleChange[], after: readonly ScheduleChange[], now: Date): Outcome {
  const states = new Map(after.map((change) => [change.uuid, change.state]));
  const waited = new Set(before.filter((change) => change.state === "PENDING").map((change) => change.uuid));
  const horizon = now.getTime() + CLOCKS_APART;
  return {
    applied: itemsOf(before).filter(
      ({ change, at }) => waited.has(change.uuid) && at.getTime() <= horizon && !states.has(change.uuid),
    ),
    failed: itemsOf(after).filter(({ change }) => waited.has(change.uuid) && change.state !== "PENDING"),
  };
}

/** A location's scheduled changes, followed until they are applied: `onApplied` is called then. */
export function useFollowedChanges(id: string, onApplied: () => void) {
  const client = useQueryClient();
  const query = useQuery(scheduledChangesQuery(id));
  const before = useRef<readonly ScheduleChange[]>([]);
  const { data } = query;

  useEffect(() => {
    if (!data) return;
    const { applied, failed } = outcomeOf(before.current, data, new Date());
    before.current = data;
    for (const { attribute } of applied) toastSuccess(`${labelOf(attribute)}: the scheduled change was applied`);
    for (const { attribute, change } of failed)
      toastFailure(`${labelOf(attribute)}: ${change.failure ?? "not applied"}`);
    if (applied.length > 0) onApplied();
    if (applied.length + failed.length > 0) void reloadSchedule(client, id);
  }, [client, data, id, onApplied]);

  return query;
}
