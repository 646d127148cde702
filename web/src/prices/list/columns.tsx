import { formatMoney } from "../../lib/formats";
import { Button } from "../../ui/Button";
import type { ListColumn } from "../../ui/listTable";
import type { StoredPrice } from "../itemPrices";

/** The exported columns. The exported file can be uploaded again unchanged. */
export const CSV_COLUMNS: readonly ListColumn<StoredPrice>[] = [
  { id: "schemaId", header: "schemaId", value: ({ schemaId }) => schemaId },
  { id: "item", header: "item", value: ({ item }) => item },
  { id: "price", header: "price", value: ({ price }) => price },
];

export function columnsWith(onHistory: (price: StoredPrice) => void): readonly ListColumn<StoredPrice>[] {
  return [
    { id: "item", header: "Item", value: ({ item }) => item },
    { id: "price", header: "Price", value: ({ price }) => price, cell: ({ price }) => formatMoney(price) },
    {
      id: "history",
      header: "History",
      hasControls: true,
      value: () => null,
      cell: (price) => (
        <Button variant="link" aria-label={`History of ${price.item}`} onClick={() => onHistory(price)}>
          History
        </Button>
      ),
    },
  ];
}
