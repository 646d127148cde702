import { formatDateTimeWithCentral } from "../lib/formats";
import { paths } from "../lib/paths";
import { labelOf } from "../locations/rules/attributes";
import { formatValue } from "../locations/rules/format";
import { dateTime, id, tableColumns, text } from "../ui/table";
import styles from "./scheduleColumns.module.css";
import { STATE_LABELS, type ScheduledItem } from "./scheduledItems";

const stateText = ({ change: { state, failure } }: ScheduledItem) =>
  state === "PENDING" ? STATE_LABELS.PENDING : `${STATE_LABELS[state]}: ${failure ?? ""}`;

interface Options {
  /** The IANA time zone of the times. */
  readonly zone: string;
  /** Whether to show the location of each change. */
  readonly showLocation: boolean;
  /** Opens a change. */
  readonly onOpen: (item: ScheduledItem) => void;
}

/** The columns of the table of scheduled changes. */
export function createScheduleColumns({ zone, showLocation, onOpen }: Options) {
  const columns = tableColumns<ScheduledItem>([
    id("location", {
      label: "Location",
      value: ({ change }) => change.id,
      to: ({ change }) => paths.location(change.id),
    }),
    text("attribute", {
      label: "Property",
      value: ({ attribute }) => labelOf(attribute),
      cell: (item) => (
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(item)}>
          {labelOf(item.attribute)}
        </button>
      ),
      grow: 1,
    }),
    text("value", { label: "New value", value: ({ attribute, value }) => formatValue(attribute, value) }),
    dateTime("at", {
      label: "Takes effect",
      value: ({ at }) => at.toISOString(),
      format: (at) => formatDateTimeWithCentral(at, { zone, weekday: true }),
    }),
    text("reason", { label: "Reason", value: ({ reason }) => reason, priority: 2 }),
    text("user", { label: "Scheduled by", value: ({ change }) => change.user, truncate: true, priority: 3 }),
    text("state", {
      label: "State",
      value: stateText,
      cell: (item) => (
        <span className={item.change.state === "PENDING" ? undefined : styles.failed}>{stateText(item)}</span>
      ),
    }),
  ]);
  return showLocation ? columns : columns.slice(1);
}
