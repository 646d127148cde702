import type { CSSProperties } from "react";
import { formatCount } from "../../lib/formats";
import { VisuallyHidden } from "../../ui/text";
import { firstColumn, type Slot, type SlotRow } from "../rules/slots";
import { FRESHNESS_DISPLAY, FreshnessIcon } from "./freshness";
import { ItemPicture } from "./ItemPicture";
import styles from "./slotGrid.module.css";

interface Props {
  readonly rows: readonly SlotRow[];
  readonly onOpen: (coordinate: string) => void;
}

/** The slots in the layout of the fridge: centered rows (INV-1). */
export function SlotGrid({ rows, onOpen }: Props) {
  return (
    <div className={styles.grid}>
      {rows.map(({ row, lines }) => (
        <section key={row} className={styles.shelf} aria-label={`Row ${row}`}>
          <h2 className={styles.rowName}>Row {row}</h2>
          {lines.map((line) => (
            <ul key={line[0]?.coordinate} className={styles.line}>
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
      className={styles.tile}
      data-freshness={freshness ?? "empty"}
      aria-haspopup="dialog"
      onClick={() => onOpen(coordinate)}
    >
      <span className={styles.coordinate}>
        <VisuallyHidden>Slot </VisuallyHidden>
        {coordinate}
      </span>
      {freshness && freshness !== "good" && (
        <span className={styles.freshness}>
          <FreshnessIcon freshness={freshness} />
          <VisuallyHidden>{FRESHNESS_DISPLAY[freshness].label}</VisuallyHidden>
        </span>
      )}
      <ItemPicture name={name} image={image} />
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{units.length === 0 ? "Empty" : formatCount(units.length, "unit")}</span>
    </button>
  );
}
