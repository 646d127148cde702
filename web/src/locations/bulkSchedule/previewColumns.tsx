/** The columns of the preview and of its CSV file. */
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { id, tableColumns, text } from "../../ui/table";
import type { PlannedChange } from "./plan";
import styles from "./preview.module.css";
import type { Outcome } from "./useScheduling";

/** A change and the result of scheduling it. */
export interface PreviewRow {
  readonly change: PlannedChange;
  readonly outcome: Outcome | undefined;
}

export const COLUMNS = tableColumns<PreviewRow>([
  id("location", {
    label: "Location",
    value: ({ change }) => change.location.id,
    to: ({ change }) => paths.location(change.location.id),
    rowHeader: true,
  }),
  text("property", { label: "Property", value: ({ change }) => change.row.label, grow: 1 }),
  text("current", { label: "Current value", value: ({ change }) => change.current }),
  text("atTime", { label: "Value at that time", value: ({ change }) => change.atTime ?? "Unknown" }),
  text("next", { label: "New value", value: ({ change }) => change.next }),
  text("status", { label: "Status", value: statusText, cell: statusCell, minWidth: 9 }),
]);

function statusText({ change, outcome }: PreviewRow): string {
  if (change.unchanged) return "Unchanged (skipped)";
  if (outcome?.kind === "scheduled") return "Scheduled";
  if (outcome?.kind === "failed") return `Failed: ${outcome.message}`;
  return change.missesStocking ? "Will miss the next stocking" : "Ready to schedule";
}

function statusCell(row: PreviewRow) {
  const { change, outcome } = row;
  const text = statusText(row);
  if (change.unchanged) return text;
  if (outcome?.kind === "scheduled") return <Link to={paths.locationSchedule(change.location.id)}>{text}</Link>;
  if (outcome?.kind === "failed") return <span className={styles.failed}>{text}</span>;
  return change.missesStocking ? <span className={styles.late}>{text}</span> : text;
}
