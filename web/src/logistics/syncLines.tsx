/** The rows of the sync table: one for each fulfillment center of each sync. */
import { formatDateTime, formatDay } from "../lib/formats";
import type { LogiNextCenterState } from "../api/schema";
import type { ListColumn } from "../ui/listTable";
import type { LogiNextSync } from "./syncs";

type Center = LogiNextSync["centers"][number];

export interface SyncLine {
  readonly key: string;
  readonly sync: LogiNextSync;
  readonly center: Center;
}

const LABELS: Readonly<Record<LogiNextCenterState, string>> = {
  IN_PROGRESS: "In progress",
  SYNCED: "Synced",
  FAILED: "Failed",
};

const formatDays = ({ startDate, endDate }: LogiNextSync) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;

function formatResult({ state, routes, stops, message }: Center): string {
  if (state !== "SYNCED" || message) return message ?? "";
  return `${routes ?? 0} routes, ${stops ?? 0} stops`;
}

export const COLUMNS: readonly ListColumn<SyncLine>[] = [
  {
    id: "requestedAt",
    header: "Requested At (CT)",
    value: ({ sync }) => sync.requestedAt,
    cell: ({ sync }) => <time dateTime={sync.requestedAt}>{formatDateTime(sync.requestedAt)}</time>,
  },
  { id: "user", header: "Requested By", value: ({ sync }) => sync.user },
  {
    id: "days",
    header: "Drop Off Dates",
    value: ({ sync }) => `${sync.startDate} ${sync.endDate}`,
    cell: ({ sync }) => formatDays(sync),
  },
  { id: "center", header: "Fulfillment Center", value: ({ center }) => center.fulfillmentCenter },
  {
    id: "state",
    header: "State",
    value: ({ center }) => LABELS[center.state],
    cell: ({ center }) => (
      <span className="tag" data-state={center.state}>
        {LABELS[center.state]}
      </span>
    ),
  },
  { id: "attempts", header: "Failed Calls", value: ({ center }) => center.attempts },
  { id: "result", header: "Result", value: ({ center }) => formatResult(center) },
];

export function toSyncLines(syncs: readonly LogiNextSync[]): readonly SyncLine[] {
  return syncs.flatMap((sync) =>
    sync.centers.map((center) => ({ key: `${sync.id} ${center.fulfillmentCenter}`, sync, center })),
  );
}

export function filterLines(lines: readonly SyncLine[], find: string): readonly SyncLine[] {
  const query = find.trim().toLowerCase();
  if (!query) return lines;
  return lines.filter(({ sync, center }) =>
    [sync.user, center.fulfillmentCenter, LABELS[center.state], formatDays(sync), formatResult(center)].some((text) =>
      text.toLowerCase().includes(query),
    ),
  );
}
