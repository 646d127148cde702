/** Summaries of the problems that need attention today. Pure functions of the loaded data. */
import { formatCount } from "../lib/formats";
import type { FridgeAlert } from "../health/fridgeAlerts";
import { ALERT_KINDS } from "../health/rules/alerts";
import type { LogiNextSync } from "../logistics/syncs";
import type { UploadRecord } from "../uploads/records";

/** In milliseconds. Older problems appear only on their own screens. */
const MAX_AGE = 24 * 60 * 60_000;
/** In milliseconds. An upload that started earlier and has no recorded outcome counts as failed. */
const MAX_UPLOAD_DURATION = 15 * 60_000;

export interface AttentionSummary {
  readonly count: number;
  /** Details, such as the counts by kind. */
  readonly detail: string;
  /** Whether there are more problems than `count`, which includes only the first page. */
  readonly more?: boolean;
}

const isRecent = (at: string, now: number) => now - Date.parse(at) < MAX_AGE;

/** Open alerts by kind and the number of acknowledged ones, such as '2 too warm, 1 silent, 1 acknowledged'. */
export function openAlerts(alerts: readonly FridgeAlert[]): AttentionSummary {
  const kinds = ALERT_KINDS.map(({ kind, label }) => ({
    label,
    count: alerts.filter((alert) => alert.kind === kind).length,
  }));
  const acknowledged = alerts.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  const parts = kinds.filter(({ count }) => count > 0).map(({ label, count }) => `${count} ${label.toLowerCase()}`);
  return {
    count: alerts.length,
    detail: [...parts, ...(acknowledged > 0 ? [`${acknowledged} acknowledged`] : [])].join(", "),
  };
}

/** Fulfillment centers whose newest sync of the last day failed. */
export function failedCenters(syncs: readonly LogiNextSync[], now: number): AttentionSummary {
  const newest = new Map<string, string>();
  for (const sync of syncs.filter(({ requestedAt }) => isRecent(requestedAt, now))) {
    for (const { fulfillmentCenter, state } of sync.centers) {
      // The newest sync comes first.
      if (!newest.has(fulfillmentCenter)) newest.set(fulfillmentCenter, state);
    }
  }
  const failed = [...newest].filter(([, state]) => state === "FAILED").map(([center]) => center);
  return { count: failed.length, detail: failed.sort().join(", ") };
}

/** Uploads of the last day that were rejected, have failed lines or have no recorded outcome. */
export function failedUploads(records: readonly UploadRecord[], now: number): AttentionSummary {
  const failed = records.filter(
    ({ at, state }) =>
      isRecent(at, now) &&
      (state === "PARTIAL" ||
        state === "FAILED" ||
        state === "REFUSED" ||
        (state === "STARTED" && now - Date.parse(at) > MAX_UPLOAD_DURATION)),
  );
  return { count: failed.length, detail: [...new Set(failed.map(({ fileName }) => fileName))].slice(0, 3).join(", ") };
}

/** Failed scheduled changes, from the first page of the list. */
export function failedChanges(page: {
  readonly items: readonly { readonly id: string }[];
  readonly nextToken: unknown;
}): AttentionSummary {
  const locations = new Set(page.items.map(({ id }) => id)).size;
  return {
    count: page.items.length,
    detail: `at ${formatCount(locations, "location")}`,
    more: Boolean(page.nextToken),
  };
}
