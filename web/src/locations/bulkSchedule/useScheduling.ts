import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/errors";
import { createScheduleChanges } from "../../schedules/queries";
import { changeAtPosition, splitIntoRequests, type PlannedChange } from "./plan";

/** Shown if a request fails without a message from the server. */
const UNABLE_TO_SCHEDULE = "Unable to schedule, Please check your internet and your permissions";

/** The result of scheduling a change. */
export type Outcome = { readonly kind: "scheduled" } | { readonly kind: "failed"; readonly message: string };

/**
 * Schedules the changes one request at a time. Failed changes can be retried. Sending a request again after a lost
 * response has no further effect.
 */
export function useScheduling() {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [done, setDone] = useState(0);

  const mutation = useMutation({
    mutationFn: async (changes: readonly PlannedChange[]) => {
      setDone(0);
      for (const request of splitIntoRequests(changes)) {
        const results = await schedule(request);
        setOutcomes((before) => new Map([...before, ...results]));
        setDone((before) => before + request.length);
      }
    },
    onSettled: () =>
      Promise.all(
        [["scheduleChanges"], ["locationSchedule"], ["pendingScheduleChanges"], ["locationHistory"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });

  return {
    outcomes,
    /** The number of processed changes and their total; null if nothing is being scheduled. */
    progress: mutation.isPending ? { done, total: mutation.variables.length } : null,
    start: (changes: readonly PlannedChange[]) => mutation.mutate(changes),
  };
}

async function schedule(request: readonly PlannedChange[]): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>(request.map(({ key }) => [key, { kind: "scheduled" }]));
  const fail = (position: number, message: string) => {
    const change = changeAtPosition(request, position);
    if (change) outcomes.set(change.key, { kind: "failed", message });
  };
  try {
    const { failed } = await createScheduleChanges(request.flatMap(({ inputs }) => inputs));
    for (const { position, message } of failed) fail(position, message);
  } catch (error) {
    // Nothing of this request was saved, because of some inputs or because of a failure of the whole request.
    const fields = error instanceof ApiError ? error.fields : [];
    const rejected = fields.map(({ field, message }) => ({ position: Number(field.split(".")[1]), message }));
    const others = rejected.length > 0 ? OTHERS_INVALID : messageOf(error, UNABLE_TO_SCHEDULE);
    for (const { key } of request) outcomes.set(key, { kind: "failed", message: others });
    for (const { position, message } of rejected) fail(position, message);
  }
  return outcomes;
}

const OTHERS_INVALID = "Not scheduled because other changes are invalid";
