import { Link } from "react-router";
import type { CsvColumn } from "../../lib/csv";
import { formatDateTime, formatTimestamp } from "../../lib/formats";
import { dateTime, tableColumns, text } from "../../ui/table";
import { areaLabel, eventText, objectPath, objectText, summaryText, type ActivityEntry } from "../rules/entries";

export const COLUMNS = tableColumns<ActivityEntry>([
  dateTime("at", { label: "Time", value: ({ at }) => at, format: (at) => formatDateTime(at), sortable: false }),
  text("user", { label: "Who", value: ({ user }) => user, sortable: false, minWidth: 14, grow: 1 }),
  text("area", { label: "Area", value: ({ area }) => areaLabel(area), sortable: false, priority: 3, grow: 1 }),
  text("object", {
    label: "What",
    value: objectText,
    cell: (entry) => <Link to={objectPath(entry)}>{objectText(entry)}</Link>,
    sortable: false,
    rowHeader: true,
    minWidth: 10,
    grow: 1,
  }),
  text("event", { label: "Change", value: eventText, sortable: false, minWidth: 8, grow: 1 }),
  text("summary", { label: "Details", value: summaryText, sortable: false, minWidth: 14, grow: 3 }),
]);

export const CSV_COLUMNS: readonly CsvColumn<ActivityEntry>[] = [
  { header: "Time", value: ({ at }) => formatTimestamp(at) },
  { header: "Who", value: ({ user }) => user },
  { header: "Area", value: ({ area }) => areaLabel(area) },
  { header: "Object", value: ({ objectId }) => objectId },
  { header: "What", value: objectText },
  { header: "Change", value: eventText },
  { header: "Details", value: summaryText },
];
