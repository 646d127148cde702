import { formatDay } from "../../lib/formats";
import { dateTime, number, tableColumns, text } from "../../ui/table";
import type { ForecastRow } from "../forecasts";
import styles from "./columns.module.css";

export function columnsWith(onItem: (item: string) => void) {
  return tableColumns<ForecastRow>([
    text("item", {
      label: "Item",
      value: ({ item }) => item,
      cell: ({ item }) => (
        <button type="button" className={styles.item} onClick={() => onItem(item)}>
          {item}
        </button>
      ),
    }),
    number("quantity", { label: "Quantity", value: ({ quantity }) => quantity, find: false }),
    dateTime("produced", {
      label: "Production Date",
      value: ({ productionDate }) => productionDate,
      format: formatDay,
      find: false,
    }),
  ]);
}

/** Returns the rows whose item contains the text. */
export function filterByItem(rows: readonly ForecastRow[], text: string): readonly ForecastRow[] {
  const query = text.trim().toLowerCase();
  return query ? rows.filter(({ item }) => item.toLowerCase().includes(query)) : rows;
}
