import { Link } from "react-router";
import type { Decisions } from "../ui/decisions";
import type { ListColumn } from "../ui/listTable";
import { AllTick, RowTick } from "../ui/RowTick";
import type { JitRow } from "./rows";
import { reasonsOf, STATUSES } from "./rules/jit";

const FLAGS = new Map([
  [true, "Y"],
  [false, "N"],
]);
const UNCHANGED = "-";

/** The table's columns (spec of fleet operations, 2.6). */
export function columnsOf(decisions: Decisions, keys: readonly string[]): readonly ListColumn<JitRow>[] {
  const named = ({ location, stop }: JitRow) => `${location}, stop ${stop}`;
  return [
    {
      id: "tick",
      header: "Select",
      controls: true,
      value: () => null,
      head: <AllTick keys={keys} decisions={decisions} />,
      cell: (row) => <RowTick label={`Select ${named(row)}`} rowKey={row.key} lock={row.lock} decisions={decisions} />,
    },
    { id: "region", header: "Region", value: ({ region }) => region },
    { id: "route", header: "Route ID", value: ({ route }) => route },
    {
      id: "location",
      header: "Location ID",
      value: ({ location }) => location,
      cell: ({ location }) => <Link to={`/locations/detail/${encodeURIComponent(location)}`}>{location}</Link>,
    },
    { id: "stop", header: "Stop #", value: ({ stop }) => stop },
    { id: "jit", header: "JIT Enabled?", value: ({ jit }) => (jit === null ? "" : FLAGS.get(jit)) },
    {
      id: "status",
      header: "Change JIT Status",
      controls: true,
      value: () => null,
      cell: (row) => <StatusSelect row={row} label={`JIT status of ${named(row)}`} decisions={decisions} />,
    },
    {
      id: "reason",
      header: "Reason",
      value: ({ reason }) => reason,
      cell: (row) => <ReasonSelect row={row} label={`Reason of ${named(row)}`} decisions={decisions} />,
    },
    { id: "updatedBy", header: "Updated By", value: ({ updatedBy }) => updatedBy },
  ];
}

interface ControlProps {
  readonly row: JitRow;
  readonly label: string;
  readonly decisions: Decisions;
}

function StatusSelect({ row, label, decisions }: ControlProps) {
  const failure = decisions.failures.get(row.key);
  return (
    <>
      <select
        aria-label={label}
        disabled={row.lock !== undefined}
        title={row.lock}
        value={row.lock === undefined ? (decisions.drafts.get(row.key)?.status ?? "") : ""}
        onChange={({ target }) =>
          decisions.decide([row.key], target.value ? { status: target.value, reason: "" } : null)
        }
      >
        <option value="">{UNCHANGED}</option>
        {STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      {failure && <span className="row-note">{failure}</span>}
    </>
  );
}

function ReasonSelect({ row, label, decisions }: ControlProps) {
  if (row.lock !== undefined) return row.reason;
  const draft = decisions.drafts.get(row.key);
  const reasons = reasonsOf(draft?.status ?? "");
  return (
    <select
      aria-label={label}
      disabled={reasons.length === 0}
      aria-invalid={(reasons.length > 0 && !draft?.reason) || undefined}
      value={draft?.reason ?? ""}
      onChange={({ target }) => draft && decisions.decide([row.key], { ...draft, reason: target.value })}
    >
      <option value="">{UNCHANGED}</option>
      {reasons.map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </select>
  );
}
