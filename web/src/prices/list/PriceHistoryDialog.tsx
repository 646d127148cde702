import { useInfiniteQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { formatBusinessDateTime } from "../../ui/businessTime";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Empty, Failure, Loading } from "../../ui/states";
import { priceHistoryQuery, type StoredPrice } from "../itemPrices";

interface Props {
  readonly price: StoredPrice;
  readonly onClose: () => void;
}

const FAILURE = "Unable to load the history, Please check your internet and your permissions";

/** Lists the price changes of an item: time, user, old and new price. */
export function PriceHistoryDialog({ price: { schemaId, item }, onClose }: Props) {
  const history = useInfiniteQuery(priceHistoryQuery(schemaId, item));
  const changes = history.data?.pages.flatMap((page) => page.items) ?? [];
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
      {history.isPending && <Loading label="history" />}
      {history.isError && (
        <Failure
          message={messageOf(history.error, FAILURE)}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isSuccess && changes.length === 0 && <Empty>No history yet</Empty>}
      {changes.length > 0 && (
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
                <td>{formatBusinessDateTime(at)}</td>
                <td>{user}</td>
                <td className="price-amount">{from === null ? "–" : `$${from}`}</td>
                <td className="price-amount">{to === null ? "–" : `$${to}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
