import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UrlState } from "../../lib/useUrlState";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { DataTable, type TableViews } from "../../ui/table";
import { schemaPricesQuery, type StoredPrice } from "../itemPrices";
import { columnsWith } from "./columns";
import { DOWNLOAD_FAILURE, NO_PRICES } from "./messages";
import { PriceHistoryDialog } from "./PriceHistoryDialog";
import styles from "./schemaPrices.module.css";

interface Props {
  readonly schemaId: string;
  /** Uses the parameters `text` and `sort`. */
  readonly address: UrlState;
  readonly views: TableViews;
}

const rowId = ({ item }: StoredPrice) => item;

/** Lists and filters the prices of one schema. */
export function SchemaPrices({ schemaId, address: { address, set, flush }, views }: Props) {
  const prices = useQuery(schemaPricesQuery(schemaId));
  const [historyOf, setHistoryOf] = useState<StoredPrice | null>(null);
  const [columns] = useState(() => columnsWith(setHistoryOf));
  const text = address.get("text") ?? "";
  return (
    <QueryView
      query={prices}
      label="prices"
      error={() => DOWNLOAD_FAILURE}
      forbidden={{ activity: "view item prices", permission: ["GetUniquePMTNames", "UpdateItemPrices"] }}
      empty={{ title: NO_PRICES }}
      skeleton={<Skeleton label="prices" rows={12} />}
    >
      {(rows) => (
        <div className={styles.prices}>
          <DataTable
            name="prices"
            label={`Prices of ${schemaId}`}
            columns={columns}
            rows={rows}
            rowId={rowId}
            search={{
              label: "Find items",
              landmark: "Prices",
              placeholder: "Item or price",
              value: text,
              onChange: (next) => set("text", next),
              onBlur: flush,
            }}
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            views={views}
            noMatches={`No items match “${text.trim()}”`}
          />
          {historyOf && <PriceHistoryDialog price={historyOf} onClose={() => setHistoryOf(null)} />}
        </div>
      )}
    </QueryView>
  );
}
