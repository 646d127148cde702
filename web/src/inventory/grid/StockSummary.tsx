import { formatCount } from "../../lib/formats";
import { FRESHNESS_ORDER } from "../rules/expiry";
import type { Slot } from "../rules/slots";
import { FRESHNESS_DISPLAY, FreshnessIcon } from "./freshness";
import styles from "./stockSummary.module.css";

/** Total units, slots and freshness. Also explains the icons on the slots. */
export function StockSummary({ slots }: { readonly slots: readonly Slot[] }) {
  const units = slots.flatMap((slot) => slot.units);
  const empty = slots.filter((slot) => slot.units.length === 0).length;
  return (
    <ul className={styles.summary} aria-label="Stock">
      <li>
        <strong>{formatCount(units.length, "unit")}</strong> in {formatCount(slots.length, "slot")}, {empty} empty
      </li>
      {FRESHNESS_ORDER.map((freshness) => (
        <li key={freshness}>
          <FreshnessIcon freshness={freshness} /> {FRESHNESS_DISPLAY[freshness].label}:{" "}
          <strong>{units.filter((unit) => unit.freshness === freshness).length}</strong>
        </li>
      ))}
    </ul>
  );
}
