import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, memo, useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import { useIsNarrowScreen } from "../../ui/useIsNarrowScreen";
import type { RowHeight } from "../../ui/useVisibleRows";
import { useStableScroll } from "../../ui/useStableScroll";
import type { CheckedLine, Outcome } from "../rules/checked";
import { nextSort, noteOf, type PreviewSort } from "./rows";

interface Props {
  readonly columns: readonly string[];
  readonly lines: readonly CheckedLine<unknown>[];
  readonly sort: PreviewSort | null;
  readonly onSort: (sort: PreviewSort | null) => void;
}

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  added: "Added",
  changed: "Changed",
  unchanged: "Unchanged",
  removed: "Removed",
  rejected: "Rejected",
};

const HEIGHT: RowHeight = { line: 41, card: 88 };

/** Allows a line break before the capital letters of a column name: 'dropOff' and 'Date'. */
function breakable(label: string): ReactNode {
  return label.split(/(?<=[a-z])(?=[A-Z])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** The lines of a file with their outcomes. Renders only the visible lines. */
export const PreviewTable = memo(function PreviewTable({ columns, lines, sort, onSort }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useIsNarrowScreen();
  // oxlint-disable-next-line react/incompatible-library -- its result is read on every render and is not memoized
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT[narrow ? "card" : "line"],
    overscan: 8,
    useScrollendEvent: true,
  });
  useStableScroll(virtualizer);
  useEffect(() => virtualizer.measure(), [narrow, virtualizer]);
  const headers: { by: PreviewSort["by"]; label: string }[] = [
    { by: "line", label: "Line" },
    ...columns.map((label, by) => ({ by, label })),
  ];
  const header = ({ by, label }: (typeof headers)[number]) => {
    const sorted = sort?.by === by ? sort : null;
    return (
      <div
        role="columnheader"
        key={label}
        aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : undefined}
      >
        <button type="button" onClick={() => onSort(nextSort(by, sort))}>
          {breakable(label)}
          {sorted && <span aria-hidden="true">{sorted.descending ? " ↓" : " ↑"}</span>}
        </button>
      </div>
    );
  };

  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} className="preview-box" role="region" aria-label="Rows in this file" tabIndex={0}>
      <div
        role="table"
        aria-label="Rows in this file"
        aria-rowcount={lines.length + 1}
        className="preview-table"
        style={{ "--preview-columns": columns.length } as CSSProperties}
      >
        <div role="rowgroup" className="preview-head">
          <div role="row" aria-rowindex={1} className="preview-row">
            {headers.map(header)}
            <div role="columnheader">Outcome</div>
            {header({ by: "note", label: "Reason or saved value" })}
          </div>
        </div>
        <div role="rowgroup" className="preview-body" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <div
                role="row"
                aria-rowindex={index + 2}
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                className="preview-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                <div role="cell" className="preview-line">
                  {line.line ?? "–"}
                </div>
                {line.cells.map((cell, column) => (
                  <div role="cell" key={column} data-label={columns[column]}>
                    {cell}
                  </div>
                ))}
                <div role="cell" className="preview-outcome">
                  <span className={`tag outcome-${line.outcome}`}>{OUTCOME_LABELS[line.outcome]}</span>
                </div>
                <div
                  role="cell"
                  className={line.outcome === "rejected" ? "preview-note preview-reason" : "preview-note"}
                  data-label={line.outcome === "changed" ? "Saved value:" : undefined}
                >
                  {noteOf(line)}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
});
