import { Link } from "react-router";
import { formatDay } from "../../ui/day";
import type { Decisions } from "../../ui/decisions";
import { ReasonSelect, StatusSelect } from "../../ui/DecisionSelects";
import type { ListColumn } from "../../ui/listTable";
import { AllTick, RowTick } from "../../ui/RowTick";
import { DROP_STATUSES, isDropStatus, REASONS } from "../rules/dropOverride";
import type { DropRow } from "./rows";

/** The statuses that a row can be given. */
export function statusesOf({ locationType }: DropRow): readonly string[] {
  return DROP_STATUSES.filter((status) => status !== "Complete" || locationType !== "FRIDGE");
}

export function reasonsOf(status: string): readonly string[] {
  return isDropStatus(status) ? REASONS[status] : [];
}

/** The table's columns (spec of fleet operations, 2.5). */
export function columnsOf(decisions: Decisions, keys: readonly string[]): readonly ListColumn<DropRow>[] {
  const named = ({ location, slip }: DropRow) => `${location}, slip ${slip.uniqueId}`;
  return [
    {
      id: "tick",
      header: "Select",
      controls: true,
      value: () => null,
      head: <AllTick keys={keys} decisions={decisions} />,
      cell: (row) => <RowTick label={`Select ${named(row)}`} rowKey={row.key} lock={row.lock} decisions={decisions} />,
    },
    {
      id: "location",
      header: "Location ID",
      value: ({ location }) => location,
      cell: ({ location }) => <Link to={`/locations/detail/${encodeURIComponent(location)}`}>{location}</Link>,
    },
    { id: "route", header: "Route ID", value: ({ route }) => route },
    { id: "slip", header: "Packing Slip ID", value: ({ slip }) => slip.uniqueId },
    {
      id: "pickDate",
      header: "Pick Date",
      value: ({ slip }) => slip.createDate,
      cell: ({ slip }) => formatDay(slip.createDate),
    },
    {
      id: "status",
      header: "Drop Status",
      value: ({ status }) => status,
      cell: (row) => (
        <StatusSelect
          row={row}
          label={`Drop status of ${named(row)}`}
          decisions={decisions}
          standing={row.status}
          statuses={statusesOf(row)}
        />
      ),
    },
    {
      id: "reason",
      header: "Reason",
      value: ({ reason }) => reason,
      cell: (row) => (
        <ReasonSelect row={row} label={`Reason of ${named(row)}`} decisions={decisions} reasonsOf={reasonsOf} />
      ),
    },
    { id: "createdBy", header: "Created By", value: ({ createdBy }) => createdBy },
  ];
}
