import { memo, type ReactNode } from "react";
import { BulkCommandSelect } from "../../commands/BulkCommands";
import { downloadCsv, toCsv } from "../../lib/csv";
import { BulkBar } from "../../ui/bulk/BulkBar";
import { ExportSelection } from "../../ui/bulk/ExportSelection";
import { DataTable, useSelection, type UrlColumns } from "../../ui/table";
import { BulkScheduleButton } from "../BulkScheduleButton";
import { COLUMNS, CSV_COLUMNS } from "./columns";
import type { LocationSummary } from "./locationIndex";

interface Props {
  readonly locations: readonly LocationSummary[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly urlColumns: UrlColumns;
  readonly csvName: string;
  /** Gets the buttons of the table. */
  readonly toolbarElement: HTMLElement | null;
  readonly empty: ReactNode;
}

const rowId = ({ id }: LocationSummary) => id;

/** The selected locations that can get commands. */
function targetsOf(selected: readonly LocationSummary[]) {
  return selected.filter(({ type }) => type === "FRIDGE").map(({ id, prettyName }) => ({ id, name: prettyName }));
}

/**
 * The locations in a table, with actions for the selected ones. Memoized, so that typing in the search field does not
 * render its rows.
 */
export const LocationsTable = memo(function LocationsTable({ locations, ...table }: Props) {
  const { clear, ...selection } = useSelection();
  return (
    <DataTable
      name="locations"
      label="Locations"
      columns={COLUMNS}
      rows={locations}
      rowId={rowId}
      csvColumns={CSV_COLUMNS}
      selection={{
        ...selection,
        label: ({ id }) => `Select ${id}`,
        allLabel: "Select all locations",
        actions: (selected) => (
          <BulkBar count={selected.length} rowName="location" onClear={clear}>
            <BulkCommandSelect targets={targetsOf(selected)} />
            <BulkScheduleButton ids={selected.map(rowId)} />
            <ExportSelection onExport={() => downloadCsv(table.csvName, toCsv(CSV_COLUMNS, selected))} />
          </BulkBar>
        ),
      }}
      {...table}
    />
  );
});
