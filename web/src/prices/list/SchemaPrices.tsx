import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { formatPart } from "../../lib/formats";
import { sortRows, toggleSort, parseSort } from "../../ui/listTable";
import { ListTable } from "../../ui/ListTable";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import type { UrlState } from "../../lib/useUrlState";
import { schemaPricesQuery, type StoredPrice } from "../itemPrices";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { columnsWith } from "./columns";
import { PriceHistoryDialog } from "./PriceHistoryDialog";
import { DOWNLOAD_FAILURE, NO_PRICES } from "./messages";

interface Props {
  readonly schemaId: string;
  /** Uses the parameters `text` and `sort`. */
  readonly address: UrlState;
}

const keyOf = ({ item }: StoredPrice) => item;

/** Lists and filters the prices of one schema. */
export function SchemaPrices({ schemaId, address: { address, set, flush } }: Props) {
  const prices = useQuery(schemaPricesQuery(schemaId));
  const [historyOf, setHistoryOf] = useState<StoredPrice | null>(null);
  const [columns] = useState(() => columnsWith(setHistoryOf));
  const text = address.get("text") ?? "";
  const query = useDeferredValue(text.trim().toUpperCase());
  const sorting = address.get("sort");
  const all = prices.data;
  const shown = useMemo(() => {
    const found = (all ?? []).filter(({ item, price }) => item.includes(query) || price.includes(query));
    return sortRows(found, columns, parseSort(sorting, columns));
  }, [all, query, columns, sorting]);
  const sort = parseSort(sorting, columns);

  return (
    <QueryView
      query={prices}
      label="prices"
      error={() => DOWNLOAD_FAILURE}
      forbidden={{ activity: "view item prices", permission: ["GetUniquePMTNames", "UpdateItemPrices"] }}
      empty={{ title: NO_PRICES }}
      skeleton={<Skeleton label="prices" rows={12} />}
    >
      {(stored) => (
        <>
          <search className="price-controls" aria-label="Prices">
            <SearchField
              label="Find items"
              placeholder="Item or price"
              value={text}
              onChange={(next) => set("text", next)}
              onBlur={flush}
            />
            <span role="status" className="muted">
              {formatPart(shown.length, stored.length)}
            </span>
          </search>
          {shown.length > 0 ? (
            <ListTable
              label={`Prices of ${schemaId}`}
              className="price-list"
              columns={columns}
              rows={shown}
              keyOf={keyOf}
              sort={sort}
              onSort={(column) => set("sort", toggleSort(column, sort))}
            />
          ) : (
            <Empty>No items match “{text.trim()}”</Empty>
          )}
          {historyOf && <PriceHistoryDialog price={historyOf} onClose={() => setHistoryOf(null)} />}
        </>
      )}
    </QueryView>
  );
}
