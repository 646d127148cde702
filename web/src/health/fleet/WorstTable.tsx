import { useMemo, type ReactNode } from "react";
import { formatAge, formatDegrees, formatTemperature } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { BulkCommandSelect } from "../../commands/BulkCommands";
import { BulkScheduleButton } from "../../locations/BulkScheduleButton";
import { BulkBar } from "../../ui/bulk/BulkBar";
import { ExportSelection } from "../../ui/bulk/ExportSelection";
import { dateTime, DataTable, id, number, tableColumns, text, useSelection, type DataTableProps } from "../../ui/table";
import { Muted } from "../../ui/text";
import { ProblemTags } from "../ProblemTags";
import { temperatureTone, vendingStateTone, type Tone } from "../rules/colors";
import { isSilent, lastReportTime } from "../rules/silence";
import { TonedValue } from "../TonedValue";
import type { Entry } from "./entries";

interface Props extends Pick<
  DataTableProps<Entry>,
  "sort" | "onSort" | "urlColumns" | "toolbarElement" | "empty" | "onExport" | "exporting"
> {
  /** Sorted with the worst first. */
  readonly entries: readonly Entry[];
  readonly now: number;
}

function tonedValue(tone: Tone, value: string | null | undefined): ReactNode {
  return value ? <TonedValue tone={tone}>{value}</TonedValue> : <Muted>No data</Muted>;
}

const toTarget = ({ id, prettyName }: Entry) => ({ id, name: prettyName });

function columnsAt(now: number) {
  return tableColumns<Entry>([
    id("id", { label: "Fridge", value: ({ id }) => id, to: ({ id }) => paths.fridgeHealth(id), rowHeader: true }),
    text("name", { label: "Name", value: ({ prettyName }) => prettyName, grow: 1, priority: 2 }),
    number("severity", {
      label: "Problems",
      value: ({ severity }) => severity,
      cell: ({ problems }) => <ProblemTags problems={problems} />,
      descendingFirst: true,
      align: "start",
      minWidth: 12,
      grow: 3,
    }),
    number("temperature", {
      label: "Temperature",
      value: ({ health }) => health?.temperature,
      format: formatDegrees,
      cell: ({ health }) => tonedValue(temperatureTone(health?.temperature), formatTemperature(health?.temperature)),
      descendingFirst: true,
      align: "start",
      minWidth: 6,
    }),
    text("jofemarState", {
      label: "Vending state",
      value: ({ health }) => health?.jofemarState,
      cell: ({ health }) => tonedValue(vendingStateTone(health?.jofemarState), health?.jofemarState),
      minWidth: 12,
      grow: 1,
    }),
    dateTime("reported", {
      label: "Reported",
      value: ({ health }) => health && lastReportTime(health),
      format: (time) => formatAge(Date.parse(time), now),
      cell: ({ health }) =>
        tonedValue(health && isSilent(health, now) ? "red" : "none", health && formatAge(lastReportTime(health), now)),
      minWidth: 8,
    }),
  ]);
}

/** A table of fridges, the worst first until the user sorts. The user can act on the selected ones. */
export function WorstTable({ entries, now, ...table }: Props) {
  const { clear, ...selection } = useSelection();
  const columns = useMemo(() => columnsAt(now), [now]);
  return (
    <DataTable
      name="fleetHealth"
      label="Fridges"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      defaultSort="-severity"
      live
      selection={{
        ...selection,
        label: (entry) => `Select ${entry.id}`,
        allLabel: "Select all fridges",
        actions: (selected) => (
          <BulkBar count={selected.length} rowName="fridge" onClear={clear}>
            <BulkCommandSelect targets={selected.map(toTarget)} />
            <BulkScheduleButton ids={selected.map((entry) => entry.id)} />
            <ExportSelection onExport={() => table.onExport?.(selected)} busy={table.exporting} />
          </BulkBar>
        ),
      }}
      {...table}
    />
  );
}
