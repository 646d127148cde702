import { useTable, type SortingState } from "@tanstack/react-table";
import { memo, useCallback } from "react";
import { useRowsInSight } from "../../ui/useRowsInSight";
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

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const ARROW = { asc: " ↑", desc: " ↓" } as const;

/**
 * The locations in the order in which they come. Roles tell what the markup of a virtual table cannot: it is a table,
 * of so many rows.
 */
export const LocationsTable = memo(function LocationsTable({ locations, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => locations[index]?.location.id ?? String(index), [locations]);
  const { rows: inSight, measureRow, bodyProps, scrollToTop } = useRowsInSight(locations.length, keyOf, heightOfRow);

  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.descending }] : [];
  const table = useTable({
    features,
    columns,
    // The table makes an object for each row it is given: at 10,000 a key press would be felt.
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

  return (
    <div role="table" aria-label="Locations" aria-rowcount={locations.length + 1} className="locations-table">
      <div role="rowgroup" className="locations-head">
        {table.getHeaderGroups().map((group) => (
          <div role="row" aria-rowindex={1} className="locations-row" key={group.id}>
            {group.headers.map((header) => {
              const sorted = header.column.getIsSorted();
              return (
                <div
                  role="columnheader"
                  key={header.id}
                  data-column={header.column.id}
                  aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
                >
                  {header.column.getCanSort() ? (
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      {sorted && <span aria-hidden="true">{ARROW[sorted]}</span>}
                    </button>
                  ) : (
                    <span className="locations-unsorted">
                      <table.FlexRender header={header} />
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div role="rowgroup" className="locations-body" {...bodyProps}>
        {table.getRowModel().rows.map((row, position) => {
          const { index, offset } = inSight[position] ?? { index: position, offset: 0 };
          return (
            <div
              role="row"
              aria-rowindex={index + 2}
              className="locations-row"
              key={row.id}
              ref={measureRow}
              data-index={index}
              style={{ transform: `translateY(${offset}px)` }}
            >
              {row.getAllCells().map((cell) => (
                <div role={cell.column.id === "id" ? "rowheader" : "cell"} key={cell.id} data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
});
