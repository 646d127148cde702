import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/errors";
import { createScheduleChanges } from "../../schedules/queries";
import { callsOf, changeAt, type PlannedChange } from "./plan";

/** Said when a call failed and the server had no words for it. */
const UNABLE_TO_SCHEDULE = "Unable to schedule, Please check your internet and your permissions";

/** What became of a change. */
export type Outcome = { readonly kind: "scheduled" } | { readonly kind: "failed"; readonly message: string };

/**
 * Schedules the changes, call after call. One that was scheduled stays so; the others can be tried again, and a call
 * whose answer was lost may be made again without harm.
 */
export function useScheduling() {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [done, setDone] = useState(0);

  const work = useMutation({
    mutationFn: async (changes: readonly PlannedChange[]) => {
      setDone(0);
      for (const call of callsOf(changes)) {
        const became = await schedule(call);
        setOutcomes((before) => new Map([...before, ...became]));
        setDone((before) => before + call.length);
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
    /** Of the changes under way, how many have been answered, and how many there are. */
    progress: work.isPending ? { done, all: work.variables.length } : null,
    start: (changes: readonly PlannedChange[]) => work.mutate(changes),
  };
}

async function schedule(call: readonly PlannedChange[]): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>(call.map(({ key }) => [key, { kind: "scheduled" }]));
  const fail = (position: number, message: string) => {
    const change = changeAt(call, position);
    if (change) outcomes.set(change.key, { kind: "failed", message });
  };
  try {
    const { failed } = await createScheduleChanges(call.flatMap(({ inputs }) => inputs));
    for (const { position, message } of failed) fail(position, message);
  } catch (error) {
    // Nothing of this call was written: because of some inputs, or because of all.
    const fields = error instanceof ApiError ? error.fields : [];
    const refused = fields.map(({ field, message }) => ({ position: Number(field.split(".")[1]), message }));
    const others = refused.length > 0 ? NOT_WRITTEN : messageOf(error, UNABLE_TO_SCHEDULE);
    for (const { key } of call) outcomes.set(key, { kind: "failed", message: others });
    for (const { position, message } of refused) fail(position, message);
  }
  return outcomes;
}

const NOT_WRITTEN = "Not scheduled, because of what is wrong with others";
