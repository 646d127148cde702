import { functionalUpdate, useTable, type ColumnDef, type RowData, type SortingState } from "@tanstack/react-table";
import {
  use,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { formatPart } from "../../lib/formats";
import { useMedia } from "../../lib/media";
import { Button } from "../Button";
import { ExportButton } from "../ExportButton";
import { DialogElementContext } from "../overlayContainer";
import { Empty } from "../states";
import { BodyRow, GroupRow } from "./BodyRow";
import type { Columns } from "./columns";
import styles from "./DataTable.module.css";
import { features, type TableFeatures } from "./features";
import { HeaderCell } from "./HeaderCell";
import { templateOf, useColumnLayout } from "./layout";
import { DEFAULT_PREFERENCES, useTablePreferences } from "./preferences";
import { SavedViews } from "./SavedViews";
import { DEFAULT_SORT, type TableViews, type UrlColumns } from "./savedViews";
import {
  findRows,
  formatSort,
  groupItems,
  groupRows,
  holdOrder,
  parseSort,
  sortRows,
  type Group,
  type Item,
} from "./rows";
import { AllRowsCheckbox, rangeOf, selectableIds, type TableSelection } from "./selection";
import { TableOptions } from "./TableOptions";
import { TableToolbar, type TableSearch } from "./TableToolbar";
import { useHeldOrder } from "./useHeldOrder";
import { useCellNavigation } from "./useCellNavigation";
import { useRowWindow } from "./useRowWindow";

/** Groups of rows, each with a header and an optional summary. Sorting applies within the groups. */
export interface TableGroups<Row> {
  /** The key of a row's group. Groups keep the order in which they appear in `rows`. */
  readonly of: (row: Row) => string;
  readonly header: (group: Group<Row>) => ReactNode;
  readonly summary?: (group: Group<Row>) => ReactNode;
  /** The style of all rows of a group, such as its color. */
  readonly style?: (group: Group<Row>) => CSSProperties;
}

export interface DataTableProps<Row> {
  /** Identifies the table in the stored preferences. Tables with the same columns on a screen share a name. */
  readonly name: string;
  /** The accessible name. */
  readonly label: string;
  readonly columns: Columns<Row>;
  /** All rows that the screen's filters keep, in their default order. */
  readonly rows: readonly Row[];
  /** A key that identifies the row also after it changes. */
  readonly rowId: (row: Row) => string;
  /** The number of rows before the screen's filters, for the count. By default the number of `rows`. */
  readonly total?: number;
  readonly search?: TableSearch | undefined;
  /** Whether a row contains the trimmed lower-case query. By default a column's value or text contains it. */
  readonly matches?: (row: Row, query: string) => boolean;
  /** The sort parameter of the URL: `stop`, `-stop` or empty. Without it, the table keeps the sort itself. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** The saved views of a table whose filters and sort are in the URL, from `useTableViews`. */
  readonly views?: TableViews;
  /** The choice of columns in the URL, instead of `views`, if the screen renders the button `SavedViews` itself. */
  readonly urlColumns?: UrlColumns;
  /** The sort until the user sorts. */
  readonly defaultSort?: string;
  /** The count in the toolbar, by default 'N of M'. Null hides it. */
  readonly count?: ((listed: readonly Row[], total: number) => string) | null;
  /** Filters of the screen, next to the search. */
  readonly filters?: ReactNode;
  /** Charts of the listed rows, between the toolbar and the rows. */
  readonly charts?: (listed: readonly Row[]) => ReactNode;
  /** Buttons of the screen, in the toolbar. */
  readonly actions?: ReactNode;
  /** The name of the exported file. Without it, the rows cannot be exported. */
  readonly csvName?: string;
  /** The columns of the exported file, if they differ from the table's. */
  readonly csvColumns?: readonly CsvColumn<Row>[];
  /** Exports the listed rows, if the rows do not contain all data of the file. Replaces `csvName` and `csvColumns`. */
  readonly onExport?: (rows: readonly Row[]) => void;
  /** Whether `onExport` is reading data. */
  readonly exporting?: boolean;
  /** The element of `TableButtons` in the screen's own toolbar, which then gets the table's buttons. Null until it is rendered. */
  readonly toolbarElement?: HTMLElement | null;
  readonly selection?: TableSelection<Row>;
  readonly groups?: TableGroups<Row>;
  /** Loads more rows; undefined when all are loaded. */
  readonly onLoadMore?: (() => void) | undefined;
  readonly loadingMore?: boolean;
  /** The text of the button that loads more rows, by default 'Show more'. */
  readonly loadMoreLabel?: string;
  /** Shown without rows. */
  readonly empty?: ReactNode;
  /** Shown when the search matches no row. */
  readonly noMatches?: ReactNode;
  readonly rowClass?: (row: Row) => string | undefined;
  /** The height in pixels of a table whose rows scroll inside it. Without it, they scroll with the page. */
  readonly height?: number;
  /** Whether rows change on their own. Their order then stays while the pointer or the focus is on them. */
  readonly live?: boolean;
  /** Whether to omit the toolbar, for a short table in a dialog or a card. */
  readonly plain?: boolean;
}

/** The estimated heights of a row in pixels, until it is measured. */
const LINE_HEIGHTS = { comfortable: 44, compact: 32 } as const;
const CARD_PADDING = 25;
const CARD_LINE_HEIGHT = 24;
/** The change of a column's width with the keyboard or the table options, in pixels. */
const RESIZE_STEP = 24;
const MIN_WIDTH = 40;
const NO_ROWS: never[] = [];

/** A table with search, sort, export, column choice and selection. See README.md. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  // A table with another name has other columns and preferences.
  return <NamedTable key={props.name} {...props} />;
}

function NamedTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowId, search, matches, defaultSort = "", groups, selection } = props;
  const { preferences: stored, change } = useTablePreferences(name);
  const urlColumns = props.urlColumns ?? props.views?.urlColumns;
  const choice = urlColumns?.choice ?? null;
  const preferences = useMemo(() => (choice ? { ...stored, visibility: choice } : stored), [stored, choice]);
  const cards = useMedia("phone");
  const inDialog = use(DialogElementContext) !== null;
  const hasSelection = selection !== undefined;
  const table = useRef<HTMLTableElement>(null);

  const sortText = props.sort === DEFAULT_SORT ? defaultSort : props.sort || (preferences.sort ?? defaultSort);
  const sort = useMemo(() => parseSort(sortText, columns), [sortText, columns]);
  const query = useDeferredValue((search?.value ?? "").trim().toLowerCase());
  const found = useMemo(() => findRows(rows, columns, query, matches), [rows, columns, query, matches]);
  const sorted = useMemo(() => sortRows(found, columns, sort), [found, columns, sort]);
  const { order, enter, leave } = useHeldOrder(props.live ?? false, `${sortText}\n${query}`, sorted.length > 0);
  const listed = useMemo(() => (order ? holdOrder(sorted, rowId, order) : sorted), [sorted, rowId, order]);

  const groupOf = groups?.of;
  const hasSummary = groups?.summary !== undefined;
  const items = useMemo(
    () =>
      groupOf
        ? groupItems(groupRows(listed, rows, groupOf), rowId, hasSummary)
        : listed.map((row): Item<Row> => ({ kind: "row", key: rowId(row), row, group: undefined })),
    [listed, rows, groupOf, rowId, hasSummary],
  );

  const { layout, container } = useColumnLayout(columns, rows, preferences, { hasSelection, cards });
  const definitions = useMemo(
    () =>
      columns.map((one): ColumnDef<TableFeatures, Row> => {
        const { id, value, sortable, descendingFirst = false, label: header } = one;
        return { id, header, accessorFn: value, enableSorting: sortable, sortDescFirst: descendingFirst };
      }),
    [columns],
  );

  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const navigation = useCellNavigation(table, items.length);
  const focusedIndex = focusedKey === null ? null : items.findIndex(({ key }) => key === focusedKey);
  // A removed row does not report that the focus left it.
  if (focusedIndex === -1) {
    setFocusedKey(null);
    leave("focus");
  }
  const keyAt = useCallback((index: number) => items[index]?.key ?? String(index), [items]);
  const lines = columns.length + Number(hasSelection);
  const { isVirtual, visibleRows, totalHeight, measureRow, box, body, scrollToTop } = useRowWindow({
    count: items.length,
    keyAt,
    estimatedHeight: cards ? CARD_PADDING + lines * CARD_LINE_HEIGHT : LINE_HEIGHTS[preferences.density],
    inDialog,
    height: props.height,
    // The focused row and its neighbors stay rendered, so that Tab and the arrow keys continue from it.
    keptIndexes: [focusedIndex, navigation.targetIndex].flatMap((index) =>
      index === null ? [] : [index - 1, index, index + 1],
    ),
  });

  const visible = visibleRows.flatMap(({ index, offset }) => {
    const item = items[index];
    return item ? [{ index, offset, item }] : [];
  });
  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.descending }] : [];
  const instance = useTable({
    features,
    columns: definitions,
    // TanStack Table manages only the headers. It would create an object per row and cell at each render.
    data: NO_ROWS,
    manualSorting: true,
    enableMultiSort: false,
    columnResizeMode: "onChange",
    state: { sorting, columnVisibility: layout.visibility, columnSizing: preferences.widths },
    onSortingChange: (update) => {
      const [next] = functionalUpdate(update, sorting);
      const text = formatSort(next ? { column: next.id, descending: next.desc } : null);
      scrollToTop();
      change(() => ({ sort: text }));
      props.onSort?.(text);
    },
    onColumnSizingChange: (update) => change(({ widths }) => ({ widths: functionalUpdate(update, widths) })),
  });

  const resize = (column: string, step: -1 | 1) => {
    const width = widthOf(table.current, column) ?? layout.minWidths.get(column) ?? MIN_WIDTH;
    change(({ widths }) => ({ widths: { ...widths, [column]: Math.max(width + step * RESIZE_STEP, MIN_WIDTH) } }));
  };

  const disabledReason = selection?.disabledReason;
  const selectable = useMemo(
    () => (hasSelection ? listed.map((row) => ({ id: rowId(row), disabledReason: disabledReason?.(row) })) : []),
    [hasSelection, listed, rowId, disabledReason],
  );
  const allIds = useMemo(() => selectableIds(selectable), [selectable]);
  const [anchor, setAnchor] = useState<string | null>(null);
  const select = (id: string, isSelected: boolean, isRange: boolean) => {
    selection?.onSelect(isRange ? rangeOf(selectable, anchor, id) : [id], isSelected);
    setAnchor(id);
  };

  const placed = new Map(
    columns.map((column, index) => [column.id, { column, position: index + 1 + Number(hasSelection) }]),
  );
  const total = props.total ?? rows.length;
  const headers = instance.getHeaderGroups().flatMap((group) => group.headers);
  const columnCount = headers.length + Number(hasSelection);
  const shown = headers.flatMap(({ column }) => placed.get(column.id) ?? []);
  const footers = shown.map(({ column }) => column);
  const exported = columns.filter(({ csv }) => csv !== false);
  const selectedRows = selection?.actions ? rows.filter((row) => selection.selected.has(rowId(row))) : [];

  function exportRows() {
    const fields = props.csvColumns ?? exported.map((one) => ({ header: one.label, value: one.csv || one.value }));
    // In the order of the table, which differs from that of `listed` if the rows are grouped.
    const exportedRows = items.flatMap((item) => (item.kind === "row" ? [item.row] : []));
    if (props.onExport) props.onExport(exportedRows);
    else downloadCsv(props.csvName ?? `${name}.csv`, toCsv(fields, exportedRows));
  }

  const buttons = (
    <>
      {selectedRows.length > 0 && selection?.actions?.(selectedRows)}
      {props.actions}
      {(props.csvName !== undefined || props.onExport) && (
        <ExportButton count={listed.length} onExport={exportRows} busy={props.exporting} />
      )}
      {props.views && <SavedViews views={props.views} />}
      <TableOptions
        columns={columns.map((one) => ({ ...one, visible: layout.visibility[one.id] ?? true }))}
        onShow={(column, isVisible) => {
          if (choice) urlColumns?.change({ ...choice, [column]: isVisible });
          else change(({ visibility }) => ({ visibility: { ...visibility, [column]: isVisible } }));
        }}
        onResize={resize}
        density={preferences.density}
        onDensity={(density) => change(() => ({ density }))}
        onReset={() => {
          change(({ sort: kept }) => ({ ...DEFAULT_PREFERENCES, sort: kept }));
          if (choice) urlColumns?.change(null);
        }}
      />
    </>
  );

  return (
    <div className={styles.root} ref={container}>
      {props.toolbarElement && createPortal(buttons, props.toolbarElement)}
      {!props.plain && props.toolbarElement === undefined && (rows.length > 0 || search !== undefined) && (
        <TableToolbar
          search={search}
          filters={props.filters}
          count={countText(props, listed, total)}
          buttons={buttons}
        />
      )}
      {rows.length === 0 && props.empty !== undefined && <Empty>{props.empty}</Empty>}
      {rows.length > 0 && listed.length === 0 && <Empty>{props.noMatches ?? "No matches"}</Empty>}
      {listed.length > 0 && props.charts?.(listed)}
      {listed.length > 0 && (
        <div
          // Its handlers serve the controls of the table's cells.
          role="presentation"
          ref={box}
          className={styles.frame}
          data-box={props.height !== undefined || undefined}
          data-in-dialog={inDialog || undefined}
          data-scrolls-sideways={layout.overflows || undefined}
          style={props.height === undefined ? undefined : { maxHeight: props.height }}
          onKeyDown={navigation.onKeyDown}
          onPointerOver={(event) => {
            showCutText(event);
            if (indexOf(event.target) === null) leave("pointer");
            else enter("pointer", () => sorted.map(rowId));
          }}
          onPointerLeave={() => leave("pointer")}
          onFocus={({ target }) => {
            const index = indexOf(target);
            setFocusedKey(index === null ? null : keyAt(index));
            if (index === null) leave("focus");
            else enter("focus", () => sorted.map(rowId));
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (currentTarget.contains(relatedTarget)) return;
            setFocusedKey(null);
            navigation.clearTarget();
            leave("focus");
          }}
        >
          <table
            ref={table}
            role="table"
            aria-label={label}
            aria-rowcount={items.length + 1}
            aria-colcount={columns.length + Number(hasSelection)}
            className={styles.table}
            data-density={preferences.density}
            style={templateOf(headers, layout, hasSelection)}
          >
            <thead role="rowgroup" className={styles.head}>
              <tr role="row" aria-rowindex={1} className={styles.row}>
                {selection && (
                  <th
                    role="columnheader"
                    scope="col"
                    aria-colindex={1}
                    data-column="select"
                    className={styles.headerCell}
                  >
                    <AllRowsCheckbox
                      label={selection.allLabel ?? "Select all rows"}
                      ids={allIds}
                      selected={selection.selected}
                      onSelect={selection.onSelect}
                    />
                  </th>
                )}
                {headers.map((header) => (
                  <HeaderCell
                    key={header.id}
                    header={header}
                    placed={placed.get(header.id)}
                    onResizeStart={() =>
                      change(({ widths }) => {
                        const width = widthOf(table.current, header.id);
                        return { widths: width === null ? widths : { ...widths, [header.id]: width } };
                      })
                    }
                    onResize={(step) => resize(header.id, step)}
                    onResetWidth={() => change(({ widths }) => ({ widths: omit(widths, header.id) }))}
                  />
                ))}
              </tr>
            </thead>
            <tbody
              role="rowgroup"
              ref={body}
              className={styles.body}
              data-virtual={isVirtual || undefined}
              style={isVirtual ? { height: totalHeight } : undefined}
            >
              {visible.map(({ index, offset, item }) => {
                const place = { index, offset, isVirtual, measureRow };
                const style = item.group && groups?.style?.(item.group);
                if (item.kind !== "row") {
                  return (
                    <GroupRow key={item.key} place={place} style={style} kind={item.kind} columnCount={columnCount}>
                      {item.kind === "header" ? groups?.header(item.group) : groups?.summary?.(item.group)}
                    </GroupRow>
                  );
                }
                return (
                  <BodyRow
                    key={item.key}
                    place={place}
                    style={style}
                    row={item.row}
                    columns={shown}
                    cards={cards}
                    className={props.rowClass?.(item.row)}
                    selection={
                      selection && {
                        label: selection.label(item.row),
                        row: { id: item.key, disabledReason: selection.disabledReason?.(item.row) },
                        selected: selection.selected.has(item.key),
                        onChange: (isSelected, isRange) => select(item.key, isSelected, isRange),
                      }
                    }
                  />
                );
              })}
            </tbody>
            {footers.some(({ footer }) => footer !== undefined) && (
              <tfoot role="rowgroup" className={styles.foot}>
                <tr role="row" className={styles.row}>
                  {selection && <td role="cell" className={styles.cell} />}
                  {footers.map(({ id, label: name, footer, align }) => (
                    <td
                      role="cell"
                      key={id}
                      data-column={id}
                      data-label={name}
                      data-align={align}
                      className={styles.cell}
                    >
                      {footer?.(listed)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {props.onLoadMore && (
        <div className={styles.more}>
          <Button onClick={props.onLoadMore} busy={props.loadingMore} busyText="Loading…">
            {props.loadMoreLabel ?? "Show more"}
          </Button>
        </div>
      )}
    </div>
  );
}

function countText<Row>({ count, onLoadMore }: DataTableProps<Row>, listed: readonly Row[], total: number) {
  if (count === null) return null;
  if (count) return count(listed, total);
  return `${formatPart(listed.length, total)}${onLoadMore ? " loaded" : ""}`;
}

/** The index of the row that contains an element; null outside of the rows. */
function indexOf(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>("[data-index]")?.dataset.index : undefined;
  return index === undefined ? null : Number(index);
}

/** Adds a tooltip to the cell below the pointer if its text does not fit. */
function showCutText({ target }: PointerEvent<HTMLElement>) {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute("title");
}

/** The rendered width of a column in pixels; null if it is not rendered. */
function widthOf(table: HTMLTableElement | null, column: string): number | null {
  const cell = table?.querySelector(`thead [data-column="${CSS.escape(column)}"]`);
  const width = cell?.getBoundingClientRect().width ?? 0;
  return width > 0 ? width : null;
}

function omit(widths: Readonly<Record<string, number>>, column: string): Record<string, number> {
  return Object.fromEntries(Object.entries(widths).filter(([id]) => id !== column));
}
