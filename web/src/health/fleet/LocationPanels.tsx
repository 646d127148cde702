import { memo, useCallback, useId, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { useRowWindow } from "../../ui/table/useRowWindow";
import { Muted } from "../../ui/text";
import { AttributeList } from "../AttributeList";
import { ProblemTags } from "../ProblemTags";
import type { Entry } from "./entries";
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

/** A collapsible panel per fridge with its reported attributes. Renders only visible panels. */
export const LocationPanels = memo(function LocationPanels({ entries, now, open, onOpen }: Props) {
  const keyAt = useCallback((index: number) => entries[index]?.id ?? String(index), [entries]);
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
      onFocus={({ target }) => setFocusedId(target.closest<HTMLElement>("[data-id]")?.dataset.id ?? null)}
      onBlur={() => setFocusedId(null)}
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
                <Panel entry={entry} now={now} open={open.has(entry.id)} onOpen={onOpen} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
});

interface PanelProps {
  readonly entry: Entry;
  readonly now: number;
  readonly open: boolean;
  readonly onOpen: (id: string, open: boolean) => void;
}

function Panel({ entry: { id, prettyName, health, problems }, now, open, onOpen }: PanelProps) {
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
            {health ? <AttributeList label={`Health of ${id}`} health={health} now={now} /> : <p>No data</p>}
            <Link to={paths.fridgeHealth(id)}>Health page of {id}</Link>
          </>
        )}
      </div>
    </>
  );
}
