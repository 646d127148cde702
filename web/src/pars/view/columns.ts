import { number, tableColumns, text } from "../../ui/table";
import type { ParLine } from "./pars";

const COLUMNS = tableColumns<ParLine>([
  text("item", { label: "Item", value: ({ item }) => item }),
  number("par", { label: "Par", value: ({ par }) => par, find: false }),
  number("overCapacity", {
    label: "Over Capacity Amount",
    value: ({ overCapacity }) => overCapacity,
    // The amount can have six decimals.
    format: String,
    find: false,
  }),
]);
const STOCKING = number<ParLine>("stocking", {
  label: "Stocking",
  value: ({ stocking }) => stocking,
  find: false,
  align: "start",
});

/** Adds the Stocking column if the location has more than one stocking on the day. */
export function columnsOf(rows: readonly ParLine[]): typeof COLUMNS {
  return new Set(rows.map(({ stocking }) => stocking)).size > 1 ? [STOCKING, ...COLUMNS] : COLUMNS;
}
