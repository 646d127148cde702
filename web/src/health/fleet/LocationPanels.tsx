import { memo, useCallback, useId } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { useVisibleRows } from "../../ui/useVisibleRows";
import { AttributeTable } from "../AttributeTable";
import { ProblemTags } from "../ProblemTags";
import type { Entry } from "./entries";
import "./locationPanels.css";

interface Props {
  readonly entries: readonly Entry[];
  readonly now: number;
  /** Ids of the fridges with open panels. */
  readonly open: ReadonlySet<string>;
  readonly onOpen: (id: string, open: boolean) => void;
}

const HEIGHT = { line: 45, card: 69 };
const heightOfPanel = () => HEIGHT;

/** A collapsible panel per fridge with its reported attributes. Renders only visible panels. */
export const LocationPanels = memo(function LocationPanels({ entries, now, open, onOpen }: Props) {
  const keyOf = useCallback((index: number) => entries[index]?.id ?? String(index), [entries]);
  const { rows, measureRow, bodyProps } = useVisibleRows(entries.length, keyOf, heightOfPanel);
  return (
    <div role="list" aria-label="Locations" className="panels" {...bodyProps}>
      {rows.map(({ index, offset }) => {
        const entry = entries[index];
        return (
          entry && (
            <div
              key={entry.id}
              role="listitem"
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              ref={measureRow}
              data-index={index}
              className="panel"
              style={{ transform: `translateY(${offset}px)` }}
            >
              <Panel entry={entry} now={now} open={open.has(entry.id)} onOpen={onOpen} />
            </div>
          )
        );
      })}
    </div>
  );
});

interface PanelProps {
  readonly entry: Entry;
  readonly now: number;
  readonly open: boolean;
  readonly onOpen: (id: string, open: boolean) => void;
}

function Panel({ entry, now, open, onOpen }: PanelProps) {
  const { id, prettyName, health, problems } = entry;
  const bodyId = useId();
  return (
    <>
      <h3 className="panel-head">
        <button type="button" aria-expanded={open} aria-controls={bodyId} onClick={() => onOpen(id, !open)}>
          <span aria-hidden="true" className="panel-arrow">
            {open ? "▾" : "▸"}
          </span>
          <span className="panel-id">{id}</span> <span className="panel-name">{prettyName}</span>
        </button>
      </h3>
      <ProblemTags problems={problems} />
      <div id={bodyId} hidden={!open} className="panel-body">
        {open && (
          <>
            {health ? <AttributeTable label={`Health of ${id}`} health={health} now={now} /> : <p>No data</p>}
            <Link to={paths.fridgeHealth(id)}>Health page of {id}</Link>
          </>
        )}
      </div>
    </>
  );
}
