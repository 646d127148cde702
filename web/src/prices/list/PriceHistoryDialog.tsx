import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTime, formatMoney } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { priceHistoryQuery, type StoredPrice } from "../itemPrices";
import { QueryView } from "../../ui/query/QueryView";
import { flattenPages } from "../../ui/query/query";

interface Props {
  readonly price: StoredPrice;
  readonly onClose: () => void;
}

const FAILURE = "Unable to load the history, Please check your internet and your permissions";

/** Lists the price changes of an item: time, user, old and new price. */
export function PriceHistoryDialog({ price: { schemaId, item }, onClose }: Props) {
  const history = useInfiniteQuery(priceHistoryQuery(schemaId, item));
  return (
    <Dialog
      title={`${item} in ${schemaId}`}
      wide
      onClose={onClose}
      actions={
        <>
          {history.hasNextPage && (
            <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage}>
              Show older
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <QueryView
        query={flattenPages(history)}
        label="history"
        error={FAILURE}
        forbidden={{ activity: "view the history", permission: ["GetUniquePMTNames", "UpdateItemPrices"] }}
        empty={{ title: "No history yet" }}
      >
        {(changes) => (
          <table className="price-history">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">User</th>
                <th scope="col" className="price-amount">
                  Before
                </th>
                <th scope="col" className="price-amount">
                  After
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ id, at, user, from, to }) => (
                <tr key={id}>
                  <td>{formatDateTime(at)}</td>
                  <td>{user}</td>
                  <td className="price-amount">{from === null ? "–" : formatMoney(from)}</td>
                  <td className="price-amount">{to === null ? "–" : formatMoney(to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryView>
    </Dialog>
  );
}
