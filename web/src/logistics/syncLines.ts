/** The rows of the sync table: one for each fulfillment center of each sync. */
import { formatDateTime, formatDay } from "../lib/formats";
import type { LogiNextCenterState } from "../api/schema";
import { dateTime, number, status, tableColumns, text, type Tone } from "../ui/table";
import { STATE_LABELS } from "./rules/sync";
import type { LogiNextSync } from "./syncs";

type Center = LogiNextSync["centers"][number];

export interface SyncLine {
  readonly key: string;
  readonly sync: LogiNextSync;
  readonly center: Center;
}

const TONES: Readonly<Record<LogiNextCenterState, Tone>> = {
  IN_PROGRESS: "neutral",
  SYNCED: "positive",
  FAILED: "negative",
};

const formatDays = ({ startDate, endDate }: LogiNextSync) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;

function formatResult({ state, routes, stops, message }: Center): string {
  if (state !== "SYNCED" || message) return message ?? "";
  return `${routes ?? 0} routes, ${stops ?? 0} stops`;
}

export const COLUMNS = tableColumns<SyncLine>([
  dateTime("requestedAt", {
    label: "Requested At (CT)",
    value: ({ sync }) => sync.requestedAt,
    format: (at) => formatDateTime(at),
  }),
  text("user", { label: "Requested By", value: ({ sync }) => sync.user, minWidth: 13 }),
  text("days", {
    label: "Drop Off Dates",
    value: ({ sync }) => `${sync.startDate} ${sync.endDate}`,
    cell: ({ sync }) => formatDays(sync),
  }),
  text("center", { label: "Fulfillment Center", value: ({ center }) => center.fulfillmentCenter }),
  status("state", {
    label: "State",
    value: ({ center }) => STATE_LABELS[center.state],
    tone: ({ center }) => TONES[center.state],
  }),
  number("attempts", { label: "Failed Calls", value: ({ center }) => center.attempts }),
  text("result", { label: "Result", value: ({ center }) => formatResult(center), minWidth: 10 }),
]);

export function toSyncLines(syncs: readonly LogiNextSync[]): readonly SyncLine[] {
  return syncs.flatMap((sync) =>
    sync.centers.map((center) => ({ key: `${sync.id} ${center.fulfillmentCenter}`, sync, center })),
  );
}

/** Whether the user, the center, the state, the days or the result contains the lower-case text. */
export function lineContains({ sync, center }: SyncLine, query: string): boolean {
  return [sync.user, center.fulfillmentCenter, STATE_LABELS[center.state], formatDays(sync), formatResult(center)].some(
    (part) => part.toLowerCase().includes(query),
  );
}
