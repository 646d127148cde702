import { Link } from "react-router";
import { formatDay } from "../../ui/day";
import type { Decisions } from "../../ui/decisions";
import type { ListColumn } from "../../ui/listTable";
import { AllTick, RowTick } from "../../ui/RowTick";
import { DROP_STATUSES, isDropStatus, PENDING, REASONS } from "../rules/dropOverride";
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
      cell: (row) => <StatusSelect row={row} label={`Drop status of ${named(row)}`} decisions={decisions} />,
    },
    {
      id: "reason",
      header: "Reason",
      value: ({ reason }) => reason,
      cell: (row) => <ReasonSelect row={row} label={`Reason of ${named(row)}`} decisions={decisions} />,
    },
    { id: "createdBy", header: "Created By", value: ({ createdBy }) => createdBy },
  ];
}

interface ControlProps {
  readonly row: DropRow;
  readonly label: string;
  readonly decisions: Decisions;
}

function StatusSelect({ row, label, decisions }: ControlProps) {
  const failure = decisions.failures.get(row.key);
  const locked = row.lock !== undefined;
  return (
    <>
      <select
        aria-label={label}
        disabled={locked}
        title={row.lock}
        value={locked ? row.status : (decisions.drafts.get(row.key)?.status ?? PENDING)}
        onChange={({ target }) =>
          decisions.decide([row.key], target.value === PENDING ? null : { status: target.value, reason: "" })
        }
      >
        {[PENDING, ...(locked ? [row.status] : statusesOf(row))].map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      {failure && <span className="row-note">{failure}</span>}
    </>
  );
}

function ReasonSelect({ row, label, decisions }: ControlProps) {
  const locked = row.lock !== undefined;
  const draft = decisions.drafts.get(row.key);
  const reasons = locked ? [row.reason ?? ""] : reasonsOf(draft?.status ?? "");
  return (
    <select
      aria-label={label}
      disabled={locked || reasons.length === 0}
      title={row.lock}
      aria-invalid={(!locked && reasons.length > 0 && !draft?.reason) || undefined}
      value={locked ? (row.reason ?? "") : (draft?.reason ?? "")}
      onChange={({ target }) => draft && decisions.decide([row.key], { ...draft, reason: target.value })}
    >
      {!locked && <option value="">-</option>}
      {reasons.map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </select>
  );
}
