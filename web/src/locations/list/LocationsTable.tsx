import { memo, type ReactNode } from "react";
import { DataTable } from "../../ui/table";
import { COLUMNS, CSV_COLUMNS } from "./columns";
import type { LocationSummary } from "./locationIndex";

interface Props {
  readonly locations: readonly LocationSummary[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly csvName: string;
  /** Gets the buttons of the table. */
  readonly toolbarElement: HTMLElement | null;
  readonly empty: ReactNode;
}

const rowId = ({ id }: LocationSummary) => id;

/** The locations in a table. Memoized, so that typing in the search field does not render its rows. */
export const LocationsTable = memo(function LocationsTable({ locations, ...table }: Props) {
  return (
    <DataTable
      name="locations"
      label="Locations"
      columns={COLUMNS}
      rows={locations}
      rowId={rowId}
      csvColumns={CSV_COLUMNS}
      {...table}
    />
  );
});
