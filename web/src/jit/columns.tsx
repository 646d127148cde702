import { Link } from "react-router";
import type { Decisions } from "../ui/decisions";
import { ReasonSelect, StatusSelect } from "../ui/DecisionSelects";
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
      cell: (row) => (
        <StatusSelect
          row={row}
          label={`JIT status of ${named(row)}`}
          decisions={decisions}
          standing={UNCHANGED}
          statuses={STATUSES}
        />
      ),
    },
    {
      id: "reason",
      header: "Reason",
      value: ({ reason }) => reason,
      // Of a row that is locked it is text: there may be thousands of them.
      cell: (row) =>
        row.lock === undefined ? (
          <ReasonSelect row={row} label={`Reason of ${named(row)}`} decisions={decisions} reasonsOf={reasonsOf} />
        ) : (
          row.reason
        ),
    },
    { id: "updatedBy", header: "Updated By", value: ({ updatedBy }) => updatedBy },
  ];
}
