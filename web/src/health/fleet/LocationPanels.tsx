import { useQuery } from "@tanstack/react-query";
import { memo, useCallback, useId, useMemo, useState } from "react";
import { Link } from "react-router";
import { compareIds } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { QueryView } from "../../ui/query/QueryView";
import { useHeldOrder } from "../../ui/table/useHeldOrder";
import { useRowWindow } from "../../ui/table/useRowWindow";
import { Muted } from "../../ui/text";
import { AttributeList } from "../AttributeList";
import { ProblemTags } from "../ProblemTags";
import { HEALTH_FAILURE } from "../fridgeHealth";
import type { Entry } from "./entries";
import { batchesOf, fridgeReportsQuery } from "./fleetHealth";
import styles from "./locationPanels.module.css";

interface Props {
  readonly entries: readonly Entry[];
  readonly now: number;
  /** Ids of the fridges with open panels. */
  readonly open: ReadonlySet<string>;
  readonly onOpen: (id: string, open: boolean) => void;
}

/** The estimated height of a closed panel in pixels, until it is measured. */
const PANEL_HEIGHT = 45;

/**
 * A collapsible panel per fridge with its reported attributes. Renders only visible panels, and reads the full reports of
 * the open ones together with their neighbors.
 */
export const LocationPanels = memo(function LocationPanels({ entries: current, now, open, onOpen }: Props) {
  const { order, enter, leave } = useHeldOrder(true, "", current.length > 0);
  const entries = useMemo(() => (order ? inOrder(current, order) : current), [current, order]);
  const ids = () => entries.map(({ id }) => id);
  const keyAt = useCallback((index: number) => entries[index]?.id ?? String(index), [entries]);
  // By id, so that another order reads nothing again.
  const batches = useMemo(() => batchByFridge(current), [current]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const focused = focusedId === null ? -1 : entries.findIndex(({ id }) => id === focusedId);
  const { isVirtual, visibleRows, totalHeight, measureRow, body } = useRowWindow<HTMLUListElement, HTMLLIElement>({
    count: entries.length,
    keyAt,
    estimatedHeight: PANEL_HEIGHT,
    inDialog: false,
    height: undefined,
    // The focused panel and its neighbors stay rendered, so that Tab continues from it.
    keptIndexes: focused < 0 ? [] : [focused - 1, focused, focused + 1],
  });
  return (
    <div
      // Its handlers serve the controls of the panels.
      role="presentation"
      onFocus={({ target }) => {
        enter("focus", ids);
        setFocusedId(target.closest<HTMLElement>("[data-id]")?.dataset.id ?? null);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave("focus");
        setFocusedId(null);
      }}
      onPointerEnter={() => enter("pointer", ids)}
      onPointerLeave={() => leave("pointer")}
    >
      <ul
        ref={body}
        aria-label="Locations"
        className={styles.panels}
        data-virtual={isVirtual || undefined}
        style={{ blockSize: totalHeight }}
      >
        {visibleRows.map(({ index, offset }) => {
          const entry = entries[index];
          return (
            entry && (
              <li
                key={entry.id}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                ref={measureRow}
                data-index={index}
                data-id={entry.id}
                className={styles.panel}
                style={isVirtual ? { transform: `translateY(${offset}px)` } : undefined}
              >
                <Panel
                  entry={entry}
                  batch={batches.get(entry.id) ?? [entry.id]}
                  now={now}
                  open={open.has(entry.id)}
                  onOpen={onOpen}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
});

/** The entries in a held order. New ones follow. */
function inOrder(entries: readonly Entry[], order: ReadonlyMap<string, number>): readonly Entry[] {
  const positionOf = ({ id }: Entry) => order.get(id) ?? order.size;
  return entries.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** The fridges whose reports are read together with those of each fridge. */
function batchByFridge(entries: readonly Entry[]): ReadonlyMap<string, readonly string[]> {
  const batches = batchesOf(entries.map(({ id }) => id).toSorted(compareIds));
  return new Map(batches.flatMap((batch) => batch.map((id) => [id, batch] as const)));
}

interface PanelProps {
  readonly entry: Entry;
  /** The fridges whose reports are read together. */
  readonly batch: readonly string[];
  readonly now: number;
  readonly open: boolean;
  readonly onOpen: (id: string, open: boolean) => void;
}

function Panel({ entry: { id, prettyName, health, problems }, batch, now, open, onOpen }: PanelProps) {
  const bodyId = useId();
  return (
    <>
      <h3>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => onOpen(id, !open)}
        >
          <span aria-hidden="true">{open ? "▾" : "▸"}</span>
          <span className={styles.id}>{id}</span> <Muted>{prettyName}</Muted>
        </button>
      </h3>
      <ProblemTags problems={problems} />
      <div id={bodyId} hidden={!open} className={styles.body}>
        {open && (
          <>
            {health ? <Report id={id} batch={batch} now={now} /> : <p>No data</p>}
            <Link to={paths.fridgeHealth(id)}>Health page of {id}</Link>
          </>
        )}
      </div>
    </>
  );
}

/** The full report of a fridge. */
function Report({ id, batch, now }: Pick<PanelProps, "batch" | "now"> & { readonly id: string }) {
  const query = useQuery(fridgeReportsQuery(batch));
  return (
    <QueryView query={query} label={`the health of ${id}`} error={HEALTH_FAILURE}>
      {(reports) => {
        const report = reports.get(id);
        return report ? <AttributeList label={`Health of ${id}`} health={report} now={now} /> : <p>No data</p>;
      }}
    </QueryView>
  );
}
