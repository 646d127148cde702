import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { formatExpiry, formatProduction } from "../rules/expiry";
import type { Slot } from "../rules/slots";
import { FRESHNESS_DISPLAY, FreshnessIcon } from "./freshness";
import { ItemPicture } from "./ItemPicture";

interface Props {
  readonly slot: Slot;
  readonly onClose: () => void;
}

/** The units in one slot. */
export function SlotDialog({ slot: { coordinate, name, image, units }, onClose }: Props) {
  return (
    <Dialog title={name} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="slot-detail">
        <ItemPicture name={name} image={image} />
        <span className="muted">Slot {coordinate}</span>
      </div>
      {units.length === 0 ? (
        <p>None in stock</p>
      ) : (
        <table className="unit-table" aria-label={`Units in slot ${coordinate}`}>
          <thead>
            <tr>
              <th scope="col">Production date</th>
              <th scope="col">Expiry</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit, index) => (
              // Units have no ids, so the position in the slot is the key.
              <tr key={index}>
                <td>
                  {formatProduction(unit.productionDate)}
                  {unit.name !== name && <span className="unit-other">{unit.name}</span>}
                </td>
                <td>{formatExpiry(unit.productionDate, unit.shelfLife)}</td>
                <td>
                  <FreshnessIcon freshness={unit.freshness} /> {FRESHNESS_DISPLAY[unit.freshness].label}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="muted">The first unit is sold next. Times are in Central time.</p>
    </Dialog>
  );
}
