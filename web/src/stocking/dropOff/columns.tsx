import { formatDay } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { dateTime, id, tableColumns, text } from "../../ui/table";
import { ReasonSelect, StatusSelect } from "../DecisionSelects";
import { DROP_STATUSES, isDropStatus, REASONS } from "../rules/dropOverride";
import type { DropRow } from "./rows";

/** Returns the statuses that a row can get. A fridge cannot be Complete (DRP-2). */
export function statusesOf({ locationType }: DropRow): readonly string[] {
  return DROP_STATUSES.filter((status) => status !== "Complete" || locationType !== "FRIDGE");
}

export function reasonsOf(status: string): readonly string[] {
  return isDropStatus(status) ? REASONS[status] : [];
}

export function nameOf({ location, slip }: DropRow): string {
  return `${location}, slip ${slip.uniqueId}`;
}

/** The table's columns (DRP-1). */
export const COLUMNS = tableColumns<DropRow>([
  id("location", {
    label: "Location ID",
    value: ({ location }) => location,
    to: ({ location }) => paths.location(location),
  }),
  id("route", { label: "Route ID", value: ({ route }) => route }),
  id("slip", { label: "Packing Slip ID", value: ({ slip }) => slip.uniqueId }),
  dateTime("pickDate", { label: "Pick Date", value: ({ slip }) => slip.createDate, format: formatDay, priority: 2 }),
  text("status", {
    label: "Drop Status",
    value: ({ status }) => status,
    hasControls: true,
    minWidth: 9.5,
    grow: 1,
    cell: (row) => (
      <StatusSelect
        row={row}
        label={`Drop status of ${nameOf(row)}`}
        savedStatus={row.status}
        statuses={statusesOf(row)}
      />
    ),
  }),
  text("reason", {
    label: "Reason",
    value: ({ reason }) => reason,
    hasControls: true,
    minWidth: 11,
    cell: (row) => <ReasonSelect row={row} label={`Reason of ${nameOf(row)}`} reasonsOf={reasonsOf} />,
  }),
  text("createdBy", { label: "Created By", value: ({ createdBy }) => createdBy, minWidth: 10, truncate: true }),
]);
