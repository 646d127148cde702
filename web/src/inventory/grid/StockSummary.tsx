import { plural } from "../../ui/plural";
import { FRESHNESSES } from "../rules/expiry";
import type { Slot } from "../rules/slots";
import { FRESHNESS, FreshnessMark } from "./freshness";

/** How much there is in all, and how fresh it is: what the marks on the slots mean as well. */
export function StockSummary({ slots }: { readonly slots: readonly Slot[] }) {
  const units = slots.flatMap((slot) => slot.units);
  const empty = slots.filter((slot) => slot.units.length === 0).length;
  return (
    <ul className="stock-summary" aria-label="Stock">
      <li>
        <strong>{plural(units.length, "unit")}</strong> in {plural(slots.length, "slot")}, {empty} empty
      </li>
      {FRESHNESSES.map((freshness) => (
        <li key={freshness}>
          <FreshnessMark freshness={freshness} /> {FRESHNESS[freshness].words}:{" "}
          <strong>{units.filter((unit) => unit.freshness === freshness).length}</strong>
        </li>
      ))}
    </ul>
  );
}
