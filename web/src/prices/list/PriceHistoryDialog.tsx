import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTime, formatMoney } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { flattenPages } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { DataTable, dateTime, number, tableColumns, text } from "../../ui/table";
import { priceHistoryQuery, type PriceChange, type StoredPrice } from "../itemPrices";

interface Props {
  readonly price: StoredPrice;
  readonly onClose: () => void;
}

const FAILURE = "Unable to load the history, Please check your internet and your permissions";

const formatAmount = (amount: string | null) => (amount === null ? "–" : formatMoney(amount));

const COLUMNS = tableColumns<PriceChange>([
  dateTime("time", { label: "Time", value: ({ at }) => at, format: (at) => formatDateTime(at) }),
  text("user", { label: "User", value: ({ user }) => user, truncate: true }),
  number("before", { label: "Before", value: ({ from }) => from, cell: ({ from }) => formatAmount(from) }),
  number("after", { label: "After", value: ({ to }) => to, cell: ({ to }) => formatAmount(to) }),
]);

/** Lists the price changes of an item: time, user, old and new price. */
export function PriceHistoryDialog({ price: { schemaId, item }, onClose }: Props) {
  const history = useInfiniteQuery(priceHistoryQuery(schemaId, item));
  return (
    <Dialog title={`${item} in ${schemaId}`} wide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <QueryView
        query={flattenPages(history)}
        label="history"
        error={FAILURE}
        forbidden={{ activity: "view the history", permission: ["GetUniquePMTNames", "UpdateItemPrices"] }}
        empty={{ title: "No history yet" }}
      >
        {(changes) => (
          <DataTable
            plain
            name="price-history"
            label="History"
            columns={COLUMNS}
            rows={changes}
            rowId={({ id }) => id}
            onLoadMore={history.hasNextPage ? () => void history.fetchNextPage() : undefined}
            loadingMore={history.isFetchingNextPage}
            loadMoreLabel="Show older"
          />
        )}
      </QueryView>
    </Dialog>
  );
}
