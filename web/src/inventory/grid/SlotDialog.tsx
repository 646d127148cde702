import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { expiryText, productionText } from "../rules/expiry";
import type { Slot } from "../rules/slots";
import { FRESHNESS, FreshnessMark } from "./freshness";
import { ItemPicture } from "./ItemPicture";

interface Props {
  readonly slot: Slot;
  readonly onClose: () => void;
}

/** What is in one slot, unit by unit. */
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
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit, place) => (
              // Units have no names of their own: their place in the slot is what tells them apart.
              <tr key={place}>
                <td>
                  {productionText(unit.productionDate)}
                  {unit.name !== name && <span className="unit-other">{unit.name}</span>}
                </td>
                <td>{expiryText(unit.productionDate, unit.shelfLife)}</td>
                <td>
                  <FreshnessMark freshness={unit.freshness} /> {FRESHNESS[unit.freshness].words}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="muted">The first is sold next. All times are Central.</p>
    </Dialog>
  );
}
