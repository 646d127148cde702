import { useMemo } from "react";
import { formatDegrees, formatTemperature } from "../../lib/formats";
import { DataTable, dateTime, number, tableColumns } from "../../ui/table";
import { useFridgeTime } from "../fridgeZone";
import { temperatureTone } from "../rules/colors";
import { hourlyRanges, type HourlyRange, type Trend } from "../rules/trend";
import { TonedValue } from "../TonedValue";

const columnsOf = (format: (time: string | number) => string) =>
  tableColumns<HourlyRange>([
    dateTime("hour", {
      label: "Hour",
      value: ({ start }) => start,
      format,
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
      cell: ({ highest }) => (
        <TonedValue tone={temperatureTone(highest)}>{formatTemperature(highest) ?? ""}</TonedValue>
      ),
      align: "start",
    }),
  ]);

/** The temperature trend as a table: one row per hour, newest first. */
export function ReadingTable({ fridge, trend }: { readonly fridge: string; readonly trend: Trend }) {
  const format = useFridgeTime(fridge);
  const columns = useMemo(() => columnsOf((time) => format(time)), [format]);
  const rows = useMemo(() => hourlyRanges(trend), [trend]);
  return (
    <details>
      <summary>Show as a table</summary>
      <DataTable
        name="hourlyTemperatures"
        label="Hourly temperatures"
        columns={columns}
        rows={rows}
        rowId={({ start }) => String(start)}
        plain
      />
    </details>
  );
}
