/** The status of the location services, from the outcome of the last call to them (SHL-22). */
import { onCall, type CallOutcome } from "../api/transport";

export type ServiceStatus = "unknown" | "ok" | "error";

const AREA = "locations";

/** Errors that mean that the service is down. Other errors are valid responses. */
const OUTAGE_ERRORS: readonly string[] = ["network", "unavailable", "internal"];

export function statusAfter(outcome: CallOutcome, before: ServiceStatus): ServiceStatus {
  if (outcome.area !== AREA) return before;
  return outcome.error && OUTAGE_ERRORS.includes(outcome.error.kind) ? "error" : "ok";
}

let status: ServiceStatus = "unknown";
const listeners = new Set<() => void>();

onCall((outcome) => {
  const next = statusAfter(outcome, status);
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
});

export const locationServices = {
  current: () => status,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
