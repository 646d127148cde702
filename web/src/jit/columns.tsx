import { Link } from "react-router";
import { paths } from "../lib/paths";
import type { Decisions } from "../stocking/decisions";
import { ReasonSelect, StatusSelect } from "../stocking/DecisionSelects";
import type { ListColumn } from "../ui/listTable";
import { AllRowsCheckbox, RowCheckbox } from "../stocking/RowCheckbox";
import type { JitRow } from "./rows";
import { reasonsOf, STATUSES } from "./rules/jit";

const FLAGS = new Map([
  [true, "Y"],
  [false, "N"],
]);
const UNCHANGED = "-";

/** The columns of the table (docs/requirements/stocking.md, JIT-1). */
export function columnsOf(decisions: Decisions, keys: readonly string[]): readonly ListColumn<JitRow>[] {
  const stopName = ({ location, stop }: JitRow) => `${location}, stop ${stop}`;
  return [
    {
      id: "tick",
      header: "Select",
      hasControls: true,
      value: () => null,
      headerContent: <AllRowsCheckbox keys={keys} decisions={decisions} />,
      cell: (row) => (
        <RowCheckbox
          label={`Select ${stopName(row)}`}
          rowKey={row.key}
          lockReason={row.lockReason}
          decisions={decisions}
        />
      ),
    },
    { id: "region", header: "Region", value: ({ region }) => region },
    { id: "route", header: "Route ID", value: ({ route }) => route },
    {
      id: "location",
      header: "Location ID",
      value: ({ location }) => location,
      cell: ({ location }) => <Link to={paths.location(location)}>{location}</Link>,
    },
    { id: "stop", header: "Stop #", value: ({ stop }) => stop },
    { id: "jit", header: "JIT Enabled?", value: ({ jit }) => (jit === null ? "" : FLAGS.get(jit)) },
    {
      id: "status",
      header: "Change JIT Status",
      hasControls: true,
      value: () => null,
      cell: (row) => (
        <StatusSelect
          row={row}
          label={`JIT status of ${stopName(row)}`}
          decisions={decisions}
          savedStatus={UNCHANGED}
          statuses={STATUSES}
        />
      ),
    },
    {
      id: "reason",
      header: "Reason",
      value: ({ reason }) => reason,
      // A locked row has plain text, because thousands of selects would be slow.
      cell: (row) =>
        row.lockReason === undefined ? (
          <ReasonSelect row={row} label={`Reason of ${stopName(row)}`} decisions={decisions} reasonsOf={reasonsOf} />
        ) : (
          row.reason
        ),
    },
    { id: "updatedBy", header: "Updated By", value: ({ updatedBy }) => updatedBy },
  ];
}
