/** Which columns of a table are visible and how wide they are. */
import { useCallback, useMemo, useState, type CSSProperties } from "react";
import { minWidthOf, type Columns } from "./columns";
import type { TablePreferences } from "./preferences";

/** The width of the column of checkboxes, in rem. */
const SELECT_WIDTH = 2.5;

export interface ColumnLayout {
  /** Column ids with `false` for hidden columns. */
  readonly visibility: Record<string, boolean>;
  /** Column ids with the minimum width in pixels. */
  readonly minWidths: ReadonlyMap<string, number>;
  /** Column ids with the chosen width in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Column ids with the share of the remaining width. */
  readonly grow: ReadonlyMap<string, number>;
  /** Whether the visible columns are wider than the table's place, so that it scrolls sideways. */
  readonly overflows: boolean;
}

/** The layout of the columns in the available width. `container` is a ref for the element whose width is available. */
export function useColumnLayout<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  { visibility, widths }: TablePreferences,
  { hasSelection, cards }: { readonly hasSelection: boolean; readonly cards: boolean },
) {
  const { width: available, container } = useWidth();
  // Cards show all values below each other.
  const width = cards ? 0 : available;
  const minWidths = useMemo(() => {
    const rem = rootFontSize();
    return new Map(columns.map((one) => [one.id, minWidthOf(one, rows) * rem]));
  }, [columns, rows]);
  const layout = useMemo((): ColumnLayout => {
    const taken = hasSelection ? SELECT_WIDTH * rootFontSize() : 0;
    const widthOf = (id: string) => widths[id] ?? minWidths.get(id) ?? 0;
    const chosen = fitColumns(columns, visibility, widthOf, width - taken);
    const used = columns.reduce((sum, { id }) => sum + (chosen[id] === false ? 0 : widthOf(id)), taken);
    const grow = new Map(columns.map((one) => [one.id, one.grow]));
    return { visibility: chosen, minWidths, widths, grow, overflows: width > 0 && used > width };
  }, [columns, visibility, widths, minWidths, width, hasSelection]);
  return { layout, container };
}

/**
 * Hides columns of priority 3 and then 2, from the end, until the others fit in. The user's choice comes first.
 *
 * @param available in pixels; 0 if it is not known, which hides no column
 */
export function fitColumns<Row>(
  columns: Columns<Row>,
  choice: Readonly<Record<string, boolean>>,
  widthOf: (id: string) => number,
  available: number,
): Record<string, boolean> {
  const visibility = Object.fromEntries(columns.map(({ id }) => [id, choice[id] ?? true]));
  if (available <= 0) return visibility;
  const used = () => columns.reduce((sum, { id }) => sum + (visibility[id] ? widthOf(id) : 0), 0);
  const optional = columns.filter(({ id, priority }) => priority > 1 && choice[id] === undefined);
  for (const { id } of optional.toReversed().sort((a, b) => b.priority - a.priority)) {
    if (used() <= available) break;
    visibility[id] = false;
  }
  return visibility;
}

/** The columns of the grid that lays out each row of the table. */
export function templateOf(
  headers: readonly { readonly id: string }[],
  { minWidths, widths, grow, overflows }: ColumnLayout,
  hasSelection: boolean,
): CSSProperties {
  const tracks = headers.map(({ id }) => {
    const chosen = widths[id];
    if (chosen !== undefined) return `${chosen}px`;
    const minimum = `${minWidths.get(id) ?? 0}px`;
    const share = grow.get(id) ?? 0;
    // A table that scrolls sideways has no width to share: each share would be as wide as the widest one.
    return share > 0 && !overflows ? `minmax(${minimum}, ${share}fr)` : minimum;
  });
  if (hasSelection) tracks.unshift(`${SELECT_WIDTH}rem`);
  const style: CSSProperties & { "--columns": string } = { "--columns": tracks.join(" ") };
  return style;
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** The width of an element in pixels, without its border; 0 until it is known. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const container = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { width, container };
}
