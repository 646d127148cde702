import { paths } from "../lib/paths";
import { ReasonSelect, StatusSelect } from "../stocking/DecisionSelects";
import { id, number, tableColumns, text } from "../ui/table";
import type { JitRow } from "./rows";
import { reasonsOf, STATUSES } from "./rules/jit";

const UNCHANGED = "-";

export function nameOf({ location, stop }: JitRow): string {
  return `${location}, stop ${stop}`;
}

/** The columns of the table (docs/requirements/stocking.md, JIT-1). */
export const COLUMNS = tableColumns<JitRow>([
  text("region", { label: "Region", value: ({ region }) => region, minWidth: 5, grow: 1 }),
  id("route", { label: "Route ID", value: ({ route }) => route }),
  id("location", {
    label: "Location ID",
    value: ({ location }) => location,
    to: ({ location }) => paths.location(location),
  }),
  number("stop", { label: "Stop #", value: ({ stop }) => stop }),
  text("jit", {
    label: "JIT Enabled?",
    value: ({ jit }) => (jit === null ? null : jit ? "Y" : "N"),
    minWidth: 6,
    grow: 1,
  }),
  text("status", {
    label: "Change JIT Status",
    value: () => null,
    sortable: false,
    csv: false,
    hasControls: true,
    minWidth: 6,
    grow: 1,
    cell: (row) => (
      <StatusSelect row={row} label={`JIT status of ${nameOf(row)}`} savedStatus={UNCHANGED} statuses={STATUSES} />
    ),
  }),
  text("reason", {
    label: "Reason",
    value: ({ reason }) => reason,
    hasControls: true,
    minWidth: 9.5,
    // Plain text is easier to read than a disabled select.
    cell: (row) =>
      row.lockReason === undefined ? (
        <ReasonSelect row={row} label={`Reason of ${nameOf(row)}`} reasonsOf={reasonsOf} />
      ) : (
        row.reason
      ),
  }),
  text("updatedBy", { label: "Updated By", value: ({ updatedBy }) => updatedBy, minWidth: 10, truncate: true }),
]);
