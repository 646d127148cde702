import type { CSSProperties } from "react";
import { plural } from "../../ui/plural";
import { firstColumn, type Slot, type SlotRow } from "../rules/slots";
import { FRESHNESS, FreshnessMark } from "./freshness";
import { ItemPicture } from "./ItemPicture";
import "./slotGrid.css";

interface Props {
  readonly rows: readonly SlotRow[];
  readonly onOpen: (coordinate: string) => void;
}

/** The fridge as who opens it sees it: rows of slots, each in the middle (spec of planning and reporting, section 2). */
export function SlotGrid({ rows, onOpen }: Props) {
  return (
    <div className="slot-grid">
      {rows.map(({ row, lines }) => (
        <section key={row} className="slot-shelf" aria-label={`Row ${row}`}>
          <h2 className="slot-row-name">Row {row}</h2>
          {lines.map((line) => (
            <ul key={line[0]?.coordinate} className="slot-line">
              {line.map((slot, place) => (
                <li
                  key={slot.coordinate}
                  style={place === 0 ? ({ "--first": firstColumn(line.length) } as CSSProperties) : undefined}
                >
                  <SlotTile slot={slot} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          ))}
        </section>
      ))}
    </div>
  );
}

function SlotTile({ slot, onOpen }: { readonly slot: Slot; readonly onOpen: (coordinate: string) => void }) {
  const { coordinate, name, image, units, freshness } = slot;
  return (
    <button
      type="button"
      className="slot-tile"
      data-freshness={freshness ?? "empty"}
      aria-haspopup="dialog"
      onClick={() => onOpen(coordinate)}
    >
      <span className="slot-place">
        <span className="visually-hidden">Slot </span>
        {coordinate}
      </span>
      {freshness && freshness !== "good" && (
        <>
          <FreshnessMark freshness={freshness} />
          <span className="visually-hidden">{FRESHNESS[freshness].words}</span>
        </>
      )}
      <ItemPicture name={name} image={image} />
      <span className="slot-name">{name}</span>
      <span className="slot-count">{units.length === 0 ? "Empty" : plural(units.length, "unit")}</span>
    </button>
  );
}
