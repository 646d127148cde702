import { formatDay, formatNumber } from "../../lib/formats";
import type { ListColumn } from "../../ui/listTable";
import type { ForecastRow } from "../forecasts";

export function columns(onItem: (item: string) => void): readonly ListColumn<ForecastRow>[] {
  return [
    {
      id: "item",
      header: "Item",
      value: ({ item }) => item,
      cell: ({ item }) => (
        <button type="button" className="forecast-item" onClick={() => onItem(item)}>
          {item}
        </button>
      ),
    },
    {
      id: "quantity",
      header: "Quantity",
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => formatNumber(quantity),
    },
    {
      id: "produced",
      header: "Production Date",
      value: ({ productionDate }) => productionDate,
      cell: ({ productionDate }) => (productionDate ? formatDay(productionDate) : ""),
    },
  ];
}

/** Returns the rows whose item contains the text. */
export function filterByItem(rows: readonly ForecastRow[], text: string): readonly ForecastRow[] {
  const query = text.trim().toLowerCase();
  return query ? rows.filter(({ item }) => item.toLowerCase().includes(query)) : rows;
}
