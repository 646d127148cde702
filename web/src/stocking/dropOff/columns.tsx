import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { formatDay } from "../../lib/formats";
import type { Decisions } from "../decisions";
import { ReasonSelect, StatusSelect } from "../DecisionSelects";
import type { ListColumn } from "../../ui/listTable";
import { AllRowsCheckbox, RowCheckbox } from "../RowCheckbox";
import { DROP_STATUSES, isDropStatus, REASONS } from "../rules/dropOverride";
import type { DropRow } from "./rows";

/** Returns the statuses that a row can get. A fridge cannot be Complete (DRP-2). */
export function statusesOf({ locationType }: DropRow): readonly string[] {
  return DROP_STATUSES.filter((status) => status !== "Complete" || locationType !== "FRIDGE");
}

export function reasonsOf(status: string): readonly string[] {
  return isDropStatus(status) ? REASONS[status] : [];
}

/** The table's columns (DRP-1). */
export function columnsOf(decisions: Decisions, keys: readonly string[]): readonly ListColumn<DropRow>[] {
  const describeDrop = ({ location, slip }: DropRow) => `${location}, slip ${slip.uniqueId}`;
  return [
    {
      id: "tick",
      header: "Select",
      hasControls: true,
      value: () => null,
      headerContent: <AllRowsCheckbox keys={keys} decisions={decisions} />,
      cell: (row) => (
        <RowCheckbox
          label={`Select ${describeDrop(row)}`}
          rowKey={row.key}
          lockReason={row.lockReason}
          decisions={decisions}
        />
      ),
    },
    {
      id: "location",
      header: "Location ID",
      value: ({ location }) => location,
      cell: ({ location }) => <Link to={paths.location(location)}>{location}</Link>,
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
          label={`Drop status of ${describeDrop(row)}`}
          decisions={decisions}
          savedStatus={row.status}
          statuses={statusesOf(row)}
        />
      ),
    },
    {
      id: "reason",
      header: "Reason",
      value: ({ reason }) => reason,
      cell: (row) => (
        <ReasonSelect row={row} label={`Reason of ${describeDrop(row)}`} decisions={decisions} reasonsOf={reasonsOf} />
      ),
    },
    { id: "createdBy", header: "Created By", value: ({ createdBy }) => createdBy },
  ];
}
