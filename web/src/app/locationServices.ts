/** Whether the services of locations answer: what the last call to them came to. */
import { onCall, type CallOutcome } from "../api/transport";

export type ServiceStatus = "unknown" | "ok" | "error";

const AREA = "locations";

/** A refusal is an answer too: only these say that the service could not do its work. */
const FAILURES: readonly string[] = ["network", "unavailable", "internal"];

export function statusAfter(outcome: CallOutcome, before: ServiceStatus): ServiceStatus {
  if (outcome.area !== AREA) return before;
  return outcome.error && FAILURES.includes(outcome.error.kind) ? "error" : "ok";
}

let status: ServiceStatus = "unknown";
const watchers = new Set<() => void>();

onCall((outcome) => {
  const next = statusAfter(outcome, status);
  if (next === status) return;
  status = next;
  for (const watcher of watchers) watcher();
});

export const locationServices = {
  current: () => status,
  subscribe: (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};
