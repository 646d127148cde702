/** Syncs as lines: one for each fulfillment center of each. */
import type { LogiNextCenterState } from "../api/schema";
import { formatDay } from "../ui/day";
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
const time = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Chicago",
  dateStyle: "short",
  timeStyle: "short",
});

const daysOf = ({ startDate, endDate }: LogiNextSync) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;

function resultOf({ state, routes, stops, message }: Center): string {
  if (state !== "SYNCED" || message) return message ?? "";
  return `${routes ?? 0} routes, ${stops ?? 0} stops`;
}

export const COLUMNS: readonly ListColumn<SyncLine>[] = [
  {
    id: "requestedAt",
    header: "Requested At (CT)",
    value: ({ sync }) => sync.requestedAt,
    cell: ({ sync }) => <time dateTime={sync.requestedAt}>{time.format(new Date(sync.requestedAt))}</time>,
  },
  { id: "user", header: "Requested By", value: ({ sync }) => sync.user },
  {
    id: "days",
    header: "Drop Off Dates",
    value: ({ sync }) => `${sync.startDate} ${sync.endDate}`,
    cell: ({ sync }) => daysOf(sync),
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
  { id: "result", header: "Result", value: ({ center }) => resultOf(center) },
];

export function linesOf(syncs: readonly LogiNextSync[]): readonly SyncLine[] {
  return syncs.flatMap((sync) =>
    sync.centers.map((center) => ({ key: `${sync.id} ${center.fulfillmentCenter}`, sync, center })),
  );
}

export function foundLines(lines: readonly SyncLine[], find: string): readonly SyncLine[] {
  const wanted = find.trim().toLowerCase();
  if (!wanted) return lines;
  return lines.filter(({ sync, center }) =>
    [sync.user, center.fulfillmentCenter, LABELS[center.state], daysOf(sync), resultOf(center)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}
