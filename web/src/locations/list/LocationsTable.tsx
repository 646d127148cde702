import { useTable, type SortingState } from "@tanstack/react-table";
import { memo, useCallback } from "react";
import { VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRows } from "../../ui/useVisibleRows";
import { columns, features } from "./columns";
import type { IndexedLocation } from "./locationIndex";
import type { Sort, SortableColumn } from "./order";

interface Props {
  readonly locations: readonly IndexedLocation[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

const HEIGHT = { line: 45, card: 107 };
const heightOfRow = () => HEIGHT;

const DIRECTION = { asc: "ascending", desc: "descending" } as const;

/** Shows the locations in the given order. */
export const LocationsTable = memo(function LocationsTable({ locations, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => locations[index]?.location.id ?? String(index), [locations]);
  const { rows: inSight, measureRow, bodyProps, scrollToTop } = useVisibleRows(locations.length, keyOf, heightOfRow);

  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.descending }] : [];
  const table = useTable({
    features,
    columns,
    // The table creates an object per row. Creating 10,000 on every key press would be noticeable.
    data: inSight.flatMap(({ index }) => locations[index] ?? []),
    getRowId: ({ location }) => location.id,
    manualSorting: true,
    sortDescFirst: false,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [next] = typeof update === "function" ? update(sorting) : update;
      scrollToTop();
      onSort(next ? { column: next.id as SortableColumn, descending: next.desc } : null);
    },
  });

  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  return (
    <VirtualTable
      label="Locations"
      className="locations-table"
      count={locations.length}
      bodyProps={bodyProps}
      header={headers.map((header) =>
        header.column.getCanSort() ? (
          <SortableHeader
            key={header.id}
            column={header.column.id}
            sorted={DIRECTION[header.column.getIsSorted() as keyof typeof DIRECTION]}
            onSort={header.column.getToggleSortingHandler()}
          >
            <table.FlexRender header={header} />
          </SortableHeader>
        ) : (
          <div role="columnheader" key={header.id} data-column={header.column.id}>
            <table.FlexRender header={header} />
          </div>
        ),
      )}
    >
      {table.getRowModel().rows.map((row, position) => (
        <VirtualRow
          key={row.id}
          visibleRow={inSight[position] ?? { index: position, offset: 0 }}
          measureRow={measureRow}
        >
          {row.getAllCells().map((cell) => (
            <div role={cell.column.id === "id" ? "rowheader" : "cell"} key={cell.id} data-column={cell.column.id}>
              <table.FlexRender cell={cell} />
            </div>
          ))}
        </VirtualRow>
      ))}
    </VirtualTable>
  );
});
