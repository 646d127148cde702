/** What of what was read needs attention today. Pure. */
import type { FridgeAlert } from "../health/fridgeAlerts";
import { ALERT_KINDS } from "../health/rules/alerts";
import type { LogiNextSync } from "../logistics/syncs";
import { plural } from "../ui/plural";
import type { UploadRecord } from "../uploads/records";

/** What happened longer ago is for the screens themselves. */
const RECENT = 24 * 60 * 60_000;
/** An upload that began longer ago, and whose outcome was never told, did not end well. */
const UPLOADING = 15 * 60_000;

export interface Finding {
  readonly count: number;
  /** What there is of which kind. */
  readonly detail: string;
  /** There are more than were read. */
  readonly more?: boolean;
}

const recent = (at: string, now: number) => now - Date.parse(at) < RECENT;

/** '2 Too warm, 1 Silent'; and how many nobody has taken note of. */
export function openAlerts(alerts: readonly FridgeAlert[]): Finding {
  const kinds = ALERT_KINDS.map(({ kind, label }) => ({
    label,
    count: alerts.filter((alert) => alert.kind === kind).length,
  }));
  const noted = alerts.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  const parts = kinds.filter(({ count }) => count > 0).map(({ label, count }) => `${count} ${label.toLowerCase()}`);
  return { count: alerts.length, detail: [...parts, ...(noted > 0 ? [`${noted} acknowledged`] : [])].join(", ") };
}

/** Fulfillment centers whose newest sync of the last day failed. */
export function failedCenters(syncs: readonly LogiNextSync[], now: number): Finding {
  const newest = new Map<string, string>();
  for (const sync of syncs.filter(({ requestedAt }) => recent(requestedAt, now))) {
    for (const { fulfillmentCenter, state } of sync.centers) {
      // The newest sync comes first.
      if (!newest.has(fulfillmentCenter)) newest.set(fulfillmentCenter, state);
    }
  }
  const failed = [...newest].filter(([, state]) => state === "FAILED").map(([center]) => center);
  return { count: failed.length, detail: failed.sort().join(", ") };
}

/** Uploads of the last day of which some lines failed, or whose outcome was never recorded. */
export function failedUploads(records: readonly UploadRecord[], now: number): Finding {
  const failed = records.filter(
    ({ at, state }) =>
      recent(at, now) &&
      (state === "PARTIAL" || state === "FAILED" || (state === "STARTED" && now - Date.parse(at) > UPLOADING)),
  );
  return { count: failed.length, detail: [...new Set(failed.map(({ fileName }) => fileName))].slice(0, 3).join(", ") };
}

export function failedChanges(page: {
  readonly items: readonly { readonly id: string }[];
  readonly nextToken: unknown;
}): Finding {
  const locations = new Set(page.items.map(({ id }) => id)).size;
  return { count: page.items.length, detail: `at ${plural(locations, "location")}`, more: Boolean(page.nextToken) };
}
