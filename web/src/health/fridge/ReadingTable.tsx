import { useMemo } from "react";
import { formatDateTime, formatDegrees, formatTemperature } from "../../lib/formats";
import { DataTable, dateTime, number, tableColumns } from "../../ui/table";
import { temperatureTone } from "../rules/colors";
import { hourlyRanges, type HourlyRange, type Trend } from "../rules/trend";
import { TonedValue } from "../TonedValue";

const COLUMNS = tableColumns<HourlyRange>([
  dateTime("hour", {
    label: "Hour",
    value: ({ start }) => start,
    format: (time) => formatDateTime(time),
    rowHeader: true,
  }),
  number("lowest", {
    label: "Lowest",
    value: ({ lowest }) => lowest,
    format: (degrees) => `${formatDegrees(degrees)} °F`,
    align: "start",
  }),
  number("highest", {
    label: "Highest",
    value: ({ highest }) => highest,
    cell: ({ highest }) => <TonedValue tone={temperatureTone(highest)}>{formatTemperature(highest) ?? ""}</TonedValue>,
    align: "start",
  }),
]);

/** The temperature trend as a table: one row per hour, newest first. */
export function ReadingTable({ trend }: { readonly trend: Trend }) {
  const rows = useMemo(() => hourlyRanges(trend), [trend]);
  return (
    <details>
      <summary>Show as a table</summary>
      <DataTable
        name="hourlyTemperatures"
        label="Hourly temperatures"
        columns={COLUMNS}
        rows={rows}
        rowId={({ start }) => String(start)}
        plain
      />
    </details>
  );
}
