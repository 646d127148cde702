import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ScheduleChange } from "../api/schema";
import { labelOf } from "../locations/rules/attributes";
import { toastFailure, toastSuccess } from "../lib/toast";
import { toScheduledItems, type ScheduledItem } from "./scheduledItems";
import { reloadSchedule, scheduledChangesQuery } from "./queries";

/** The maximum expected difference between the clocks of the browser and the server. */
const CLOCK_SKEW_MS = 30_000;

export interface ChangeOutcome {
  readonly applied: readonly ScheduledItem[];
  readonly failed: readonly ScheduledItem[];
}

/**
 * Compares two poll results. A change that was due and is no longer listed was applied. A change that disappears before
 * its time was deleted by some user.
 */
export function detectOutcome(
  before: readonly ScheduleChange[],
  after: readonly ScheduleChange[],
  now: Date,
): ChangeOutcome {
  const states = new Map(after.map((change) => [change.uuid, change.state]));
  const pending = new Set(before.filter((change) => change.state === "PENDING").map((change) => change.uuid));
  const latestDue = now.getTime() + CLOCK_SKEW_MS;
  return {
    applied: toScheduledItems(before).filter(
      ({ change, at }) => pending.has(change.uuid) && at.getTime() <= latestDue && !states.has(change.uuid),
    ),
    failed: toScheduledItems(after).filter(({ change }) => pending.has(change.uuid) && change.state !== "PENDING"),
  };
}

/** Polls a location's scheduled changes, and calls `onApplied` when one was applied. Shows a toast for each outcome. */
export function useScheduledChanges(id: string, onApplied: () => void) {
  const client = useQueryClient();
  const query = useQuery(scheduledChangesQuery(id));
  const before = useRef<readonly ScheduleChange[]>([]);
  const { data } = query;

  useEffect(() => {
    if (!data) return;
    const { applied, failed } = detectOutcome(before.current, data, new Date());
    before.current = data;
    for (const { attribute } of applied) toastSuccess(`${labelOf(attribute)}: scheduled change applied`);
    for (const { attribute, change } of failed)
      toastFailure(`${labelOf(attribute)}: ${change.failure ?? "scheduled change failed"}`);
    if (applied.length > 0) onApplied();
    if (applied.length + failed.length > 0) void reloadSchedule(client, id);
  }, [client, data, id, onApplied]);

  return query;
}
