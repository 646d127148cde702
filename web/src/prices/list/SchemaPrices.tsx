import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { inOrder, nextSort, sortFrom } from "../../ui/listTable";
import { ListTable } from "../../ui/ListTable";
import { SearchField } from "../../ui/SearchField";
import { Empty, Failure, Loading } from "../../ui/states";
import type { Address } from "../../ui/useAddress";
import { schemaPricesQuery, type StoredPrice } from "../itemPrices";
import { columnsWith } from "./columns";
import { PriceHistoryDialog } from "./PriceHistoryDialog";
import { DOWNLOAD_FAILURE, NO_PRICES } from "./words";

interface Props {
  readonly schemaId: string;
  /** Its parts `text` and `sort`. */
  readonly address: Address;
}

const keyOf = ({ item }: StoredPrice) => item;

/** The prices of one schema, to be looked up. */
export function SchemaPrices({ schemaId, address: { address, set, settle } }: Props) {
  const prices = useQuery(schemaPricesQuery(schemaId));
  const [historyOf, setHistoryOf] = useState<StoredPrice | null>(null);
  const [columns] = useState(() => columnsWith(setHistoryOf));
  const text = address.get("text") ?? "";
  const wanted = useDeferredValue(text.trim().toUpperCase());
  const sorting = address.get("sort");
  const all = prices.data;
  const shown = useMemo(() => {
    const found = (all ?? []).filter(({ item, price }) => item.includes(wanted) || price.includes(wanted));
    return inOrder(found, columns, sortFrom(sorting, columns));
  }, [all, wanted, columns, sorting]);
  const sort = sortFrom(sorting, columns);

  if (prices.isPending) return <Loading what="prices" />;
  if (!all) {
    return <Failure message={DOWNLOAD_FAILURE} onRetry={() => void prices.refetch()} retrying={prices.isFetching} />;
  }
  if (all.length === 0) return <Empty>{NO_PRICES}</Empty>;
  return (
    <>
      <search className="price-choice" aria-label="Prices">
        <SearchField
          label="Find an item"
          placeholder="Item or price"
          value={text}
          onChange={(next) => set("text", next)}
          onLeave={settle}
        />
        <span role="status" className="muted">
          {shown.length.toLocaleString("en-US")} of {all.length.toLocaleString("en-US")}
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
          onSort={(column) => set("sort", nextSort(column, sort))}
        />
      ) : (
        <Empty>No item matches “{text.trim()}”</Empty>
      )}
      {historyOf && <PriceHistoryDialog price={historyOf} onClose={() => setHistoryOf(null)} />}
    </>
  );
}
