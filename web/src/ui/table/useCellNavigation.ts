import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from "react";

/** The number of rows that Page Up and Page Down move. */
const PAGE = 10;
const CELL = '[role="cell"], [role="rowheader"], [role="columnheader"]';
const CONTROL = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
/** Controls that use the arrow keys themselves. */
const USES_ARROWS =
  'input:not([type="checkbox"], [type="button"]), select, textarea, [contenteditable], [role="combobox"], [role="slider"]';

interface Target {
  /** -1 for the header. */
  readonly index: number;
  readonly column: string;
}

/**
 * Moves the focus between the cells of a table with the arrow keys, Home, End, Page Up and Page Down. The focus goes to
 * the first control of a cell, or to the cell itself. Tab still moves between the controls only.
 *
 * @param count the number of rows, rendered or not
 */
export function useCellNavigation(table: RefObject<HTMLTableElement | null>, count: number) {
  const [target, setTarget] = useState<Target | null>(null);

  // The row of the target is rendered now, so that it can be focused.
  useLayoutEffect(() => {
    if (target) focusCell(table.current, target);
  }, [table, target]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target: element } = event;
    if (event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(element instanceof HTMLElement) || element.matches(USES_ARROWS)) return;
    const cell = element.closest<HTMLElement>(CELL);
    if (!cell || !event.currentTarget.contains(cell)) return;
    const index = Number(cell.closest<HTMLElement>("[data-index]")?.dataset.index ?? -1);
    const sibling = siblingOf(cell, event);
    if (sibling) {
      event.preventDefault();
      focusIn(sibling);
      return;
    }
    const row = rowAfter(event, index, count);
    if (row === null || row === index) return;
    event.preventDefault();
    const next = { index: row, column: cell.dataset.column ?? "" };
    if (!focusCell(table.current, next)) setTarget(next);
  }

  return {
    onKeyDown,
    /** The index of a row that must be rendered because it gets the focus. */
    targetIndex: target?.index ?? null,
    clearTarget: () => setTarget(null),
  };
}

function siblingOf(cell: HTMLElement, { key, ctrlKey }: KeyboardEvent): Element | null | undefined {
  if (ctrlKey) return null;
  if (key === "ArrowLeft") return cell.previousElementSibling;
  if (key === "ArrowRight") return cell.nextElementSibling;
  if (key === "Home") return cell.parentElement?.firstElementChild;
  if (key === "End") return cell.parentElement?.lastElementChild;
  return null;
}

/** The row that a key leads to; null for other keys. The header is row -1. */
function rowAfter({ key, ctrlKey }: KeyboardEvent, index: number, count: number): number | null {
  const last = count - 1;
  const clamp = (row: number) => Math.max(Math.min(row, last), index < 0 ? -1 : 0);
  if (ctrlKey) return key === "Home" ? Math.min(0, last) : key === "End" ? last : null;
  if (key === "ArrowDown") return Math.min(index + 1, last);
  if (key === "ArrowUp") return Math.max(index - 1, -1);
  if (key === "PageDown") return clamp(index + PAGE);
  if (key === "PageUp") return clamp(index - PAGE);
  return null;
}

/** Focuses a cell if it is rendered. The row of a group has only one cell. */
function focusCell(table: HTMLTableElement | null, { index, column }: Target): boolean {
  const row = table?.querySelector(index < 0 ? "thead tr" : `tbody tr[data-index="${index}"]`);
  const cell = row?.querySelector(`[data-column="${CSS.escape(column)}"]`) ?? row?.querySelector(CELL);
  if (cell) focusIn(cell);
  return cell !== null && cell !== undefined;
}

function focusIn(cell: Element) {
  const control = cell.querySelector<HTMLElement>(CONTROL);
  if (control) {
    control.focus();
  } else if (cell instanceof HTMLElement) {
    cell.tabIndex = -1;
    cell.focus();
  }
}
