import type { CsvColumn } from "../../lib/csv";
import { formatMoney } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { actions, id, number, tableColumns } from "../../ui/table";
import type { StoredPrice } from "../itemPrices";

/** The exported columns. The exported file can be uploaded again unchanged. */
export const CSV_COLUMNS: readonly CsvColumn<StoredPrice>[] = [
  { header: "schemaId", value: ({ schemaId }) => schemaId },
  { header: "item", value: ({ item }) => item },
  { header: "price", value: ({ price }) => price },
];

export function columnsWith(onHistory: (price: StoredPrice) => void) {
  return tableColumns<StoredPrice>([
    id("item", { label: "Item", value: ({ item }) => item, grow: 3 }),
    number("price", {
      label: "Price",
      value: ({ price }) => price,
      cell: ({ price }) => formatMoney(price),
    }),
    actions("history", {
      label: "History",
      cell: (price) => (
        <Button variant="link" aria-label={`History of ${price.item}`} onClick={() => onHistory(price)}>
          History
        </Button>
      ),
    }),
  ]);
}
