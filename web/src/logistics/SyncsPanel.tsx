import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { downloadCsv, toCsv } from "../ui/csv";
import { ListTable } from "../ui/ListTable";
import { exported, inOrder, nextSort, sortFrom } from "../ui/listTable";
import { plural } from "../ui/plural";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import type { Address } from "../ui/useAddress";
import { COLUMNS, foundLines, linesOf, type SyncLine } from "./syncLines";
import { syncsQuery } from "./syncs";

const FAILURE = "Unable to load the syncs, Please check your internet and your permissions";
const keyOf = ({ key }: SyncLine) => key;

/** What became of the syncs, by fulfillment center. */
export function SyncsPanel({ address: { address, set, settle } }: { readonly address: Address }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } =
    useInfiniteQuery(syncsQuery);
  const find = address.get("find") ?? "";
  const wanted = useDeferredValue(find);
  const sort = sortFrom(address.get("sort"), COLUMNS);
  const lines = useMemo(() => linesOf(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const shown = inOrder(foundLines(lines, wanted), COLUMNS, sort);

  if (isForbidden(error)) return <Forbidden to="see the syncs" error={error} />;
  return (
    <section className="loginext-syncs" aria-labelledby="loginext-syncs">
      <h2 id="loginext-syncs">Syncs</h2>
      {error && <Failure message={messageOf(error, FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Loading what="syncs" />}
      {data && lines.length === 0 && <Empty>Nothing was synced yet</Empty>}
      {lines.length > 0 && (
        <>
          <div className="loginext-bar">
            <SearchField
              label="Find a sync"
              placeholder="Center, person or state"
              value={find}
              onChange={(text) => set("find", text)}
              onLeave={settle}
            />
            <span role="status" className="muted">
              {plural(shown.length, "line")}
              {shown.length < lines.length && ` of ${lines.length}`}
              {hasNextPage && " so far"}
            </span>
            <ExportButton
              count={shown.length}
              onExport={() => downloadCsv("loginext-syncs.csv", toCsv(exported(COLUMNS), shown))}
            />
          </div>
          {shown.length > 0 ? (
            <ListTable
              label="Syncs"
              className="loginext-table"
              columns={COLUMNS}
              rows={shown}
              keyOf={keyOf}
              sort={sort}
              onSort={(column) => set("sort", nextSort(column, sort))}
            />
          ) : (
            <Empty>
              <p>No sync contains “{find.trim()}”</p>
              <Button onClick={() => set("find", "")}>Clear filter</Button>
            </Empty>
          )}
        </>
      )}
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage} busyText="Loading…">
          Show earlier ones
        </Button>
      )}
    </section>
  );
}
