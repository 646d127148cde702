/** The drivers' log as people read it: what was asked, with its answer or its error, joined by the request's id. */
import { gatherer } from "../gather";
import type { DriverLogEntry } from "../reports";

/** Said of a request with an error (spec of planning and reporting, section 8). */
export const REQUEST_ERROR = "Error while processing this request";

export interface DriverRequest {
  readonly requestId: string;
  /** The user's id. */
  readonly uuid: string;
  readonly fridge: string;
  readonly operation: string;
  /** In milliseconds; null where the log has no such step, or not yet. */
  readonly requested: number | null;
  readonly answered: number | null;
  readonly failed: boolean;
  /** What the fridge said of it. */
  readonly reason: string | null;
}

function withEntry(known: DriverRequest | undefined, entry: DriverLogEntry): DriverRequest {
  const { requestId, uuid, fridge, operation, type, action_time: time, error } = entry;
  const request = known ?? {
    requestId,
    uuid,
    fridge,
    operation,
    requested: null,
    answered: null,
    failed: false,
    reason: null,
  };
  const at = Date.parse(time);
  if (type === "request") return { ...request, requested: earliest(request.requested, at) };
  if (type === "response") return { ...request, answered: latest(request.answered, at) };
  return { ...request, failed: true, reason: error ?? request.reason };
}

const earliest = (known: number | null, at: number) => (known === null ? at : Math.min(known, at));
const latest = (known: number | null, at: number) => (known === null ? at : Math.max(known, at));

/** The requests of pages of the log, in the order in which they are first told of. */
export const requestsOf = gatherer<DriverLogEntry, DriverRequest>(() => {
  const places = new Map<string, number>();
  const requests: DriverRequest[] = [];
  return (entries) => {
    for (const entry of entries) {
      const place = places.get(entry.requestId) ?? requests.length;
      places.set(entry.requestId, place);
      requests[place] = withEntry(requests[place], entry);
    }
    return [...requests];
  };
});
