import type { CSSProperties } from "react";
import { formatCount } from "../../lib/formats";
import { firstColumn, type Slot, type SlotRow } from "../rules/slots";
import { FRESHNESS_DISPLAY, FreshnessIcon } from "./freshness";
import { ItemPicture } from "./ItemPicture";
import "./slotGrid.css";

interface Props {
  readonly rows: readonly SlotRow[];
  readonly onOpen: (coordinate: string) => void;
}

/** The slots in the layout of the fridge: centered rows (INV-1). */
export function SlotGrid({ rows, onOpen }: Props) {
  return (
    <div className="slot-grid">
      {rows.map(({ row, lines }) => (
        <section key={row} className="slot-shelf" aria-label={`Row ${row}`}>
          <h2 className="slot-row-name">Row {row}</h2>
          {lines.map((line) => (
            <ul key={line[0]?.coordinate} className="slot-line">
              {line.map((slot, index) => (
                <li
                  key={slot.coordinate}
                  style={index === 0 ? ({ "--first": firstColumn(line.length) } as CSSProperties) : undefined}
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
      <span className="slot-coordinate">
        <span className="visually-hidden">Slot </span>
        {coordinate}
      </span>
      {freshness && freshness !== "good" && (
        <>
          <FreshnessIcon freshness={freshness} />
          <span className="visually-hidden">{FRESHNESS_DISPLAY[freshness].label}</span>
        </>
      )}
      <ItemPicture name={name} image={image} />
      <span className="slot-name">{name}</span>
      <span className="slot-count">{units.length === 0 ? "Empty" : formatCount(units.length, "unit")}</span>
    </button>
  );
}
