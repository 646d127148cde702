import { useMemo } from "react";
import { hasCentralClock } from "../../lib/formats";
import { useNow } from "../../lib/useNow";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { DataTable, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import { formatExpiry, formatProduction } from "../rules/expiry";
import type { Slot, Unit } from "../rules/slots";
import { FRESHNESS_DISPLAY, FreshnessIcon } from "./freshness";
import { ItemPicture } from "./ItemPicture";
import styles from "./slotDialog.module.css";

interface Props {
  readonly slot: Slot;
  /** The IANA name of the fridge's zone. */
  readonly zone: string;
  readonly onClose: () => void;
}

/** A unit with its place in the order of sale, because units have no ids. */
type PlacedUnit = Unit & {
  readonly place: number;
  /** Whether its item differs from the slot's. */
  readonly isOtherItem: boolean;
};

// The rows stay in the order of sale, so they cannot be sorted.
const columnsOf = (zone: string) =>
  tableColumns<PlacedUnit>([
    text("production", {
      label: "Production date",
      value: ({ productionDate }) => formatProduction(productionDate),
      cell: ({ productionDate, isOtherItem, name }) => (
        <span>
          {formatProduction(productionDate)}
          {isOtherItem && <span className={styles.otherItem}>{name}</span>}
        </span>
      ),
      sortable: false,
      minWidth: 10,
    }),
    text("expiry", {
      label: "Expiry",
      value: ({ productionDate, shelfLife }) => formatExpiry(productionDate, shelfLife, zone),
      sortable: false,
      minWidth: 10,
    }),
    text("status", {
      label: "Status",
      value: ({ freshness }) => FRESHNESS_DISPLAY[freshness].label,
      cell: ({ freshness }) => (
        <span>
          <FreshnessIcon freshness={freshness} /> {FRESHNESS_DISPLAY[freshness].label}
        </span>
      ),
      sortable: false,
    }),
  ]);

/** The units in one slot. */
export function SlotDialog({ slot: { coordinate, name, image, units }, zone, onClose }: Props) {
  const now = useNow();
  const columns = useMemo(() => columnsOf(zone), [zone]);
  return (
    <Dialog title={name} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={styles.slot}>
        <ItemPicture name={name} image={image} />
        <Muted>Slot {coordinate}</Muted>
      </div>
      {units.length === 0 ? (
        <p>None in stock</p>
      ) : (
        <DataTable
          name="slotUnits"
          label={`Units in slot ${coordinate}`}
          columns={columns}
          rows={units.map((unit, place) => ({ ...unit, place, isOtherItem: unit.name !== name }))}
          rowId={({ place }) => String(place)}
          plain
        />
      )}
      <Muted as="p">
        The first unit is sold next.{" "}
        {hasCentralClock(now, zone)
          ? "Times are in Central time."
          : "Expiry is in the fridge's time with Central time next to it, production in Central time."}
      </Muted>
    </Dialog>
  );
}
