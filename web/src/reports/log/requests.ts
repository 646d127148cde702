/** Joins the request, response and error entries of the drivers' log by request id. */
import { createRowCollector } from "../collectRows";
import type { DriverLogEntry } from "../reports";

/** Shown for a request with an error (docs/requirements/reports.md, RPT-3). */
export const REQUEST_ERROR = "Error while processing this request";

export interface DriverRequest {
  readonly requestId: string;
  /** The user's id. */
  readonly uuid: string;
  readonly fridge: string;
  readonly operation: string;
  /** The time of the earliest entry in epoch milliseconds. */
  readonly firstEntry: number;
  /** Epoch milliseconds. Null if the log has no request entry, or none so far. */
  readonly requested: number | null;
  /** Epoch milliseconds. Null if the log has no response entry, or none so far. */
  readonly responded: number | null;
  readonly failed: boolean;
  /** The fridge's error message. */
  readonly reason: string | null;
}

function mergeEntry(known: DriverRequest | undefined, entry: DriverLogEntry): DriverRequest {
  const { requestId, uuid, fridge, operation, type, action_time: time, error } = entry;
  const at = Date.parse(time);
  const started = known ?? {
    requestId,
    uuid,
    fridge,
    operation,
    firstEntry: at,
    requested: null,
    responded: null,
    failed: false,
    reason: null,
  };
  const request = { ...started, firstEntry: Math.min(started.firstEntry, at) };
  if (type === "request") return { ...request, requested: earliest(request.requested, at) };
  if (type === "response") return { ...request, responded: latest(request.responded, at) };
  return { ...request, failed: true, reason: error ?? request.reason };
}

const earliest = (known: number | null, at: number) => (known === null ? at : Math.min(known, at));
const latest = (known: number | null, at: number) => (known === null ? at : Math.max(known, at));

/** Returns the requests of the loaded pages, in the order of their first entries. */
export const joinRequests = createRowCollector<DriverLogEntry, DriverRequest>(() => {
  const indexes = new Map<string, number>();
  const requests: DriverRequest[] = [];
  return (entries) => {
    for (const entry of entries) {
      const index = indexes.get(entry.requestId) ?? requests.length;
      indexes.set(entry.requestId, index);
      requests[index] = mergeEntry(requests[index], entry);
    }
    return [...requests];
  };
});
