import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { formatCount } from "../lib/formats";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { downloadCsv, toCsv } from "../lib/csv";
import { ListTable } from "../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort } from "../ui/listTable";
import { SearchField } from "../ui/SearchField";
import { Empty } from "../ui/states";
import type { UrlState } from "../lib/useUrlState";
import { QueryView } from "../ui/query/QueryView";
import { COLUMNS, filterLines, toSyncLines, type SyncLine } from "./syncLines";
import { syncsQuery } from "./syncs";

const FAILURE = "Unable to load the syncs, Please check your internet and your permissions";
const keyOf = ({ key }: SyncLine) => key;

/** Lists the results of the syncs by fulfillment center. */
export function SyncsPanel({ address: { address, set, flush } }: { readonly address: UrlState }) {
  const syncs = useInfiniteQuery(syncsQuery);
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = syncs;
  const find = address.get("find") ?? "";
  const query = useDeferredValue(find);
  const sort = parseSort(address.get("sort"), COLUMNS);
  const lines = useMemo(() => toSyncLines(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const shown = sortRows(filterLines(lines, query), COLUMNS, sort);

  return (
    <section className="loginext-syncs" aria-labelledby="loginext-syncs">
      <h2 id="loginext-syncs">Syncs</h2>
      <QueryView
        query={syncs}
        label="syncs"
        error={FAILURE}
        forbidden={{ activity: "view syncs", permission: "SyncLogiNext" }}
        isEmpty={() => lines.length === 0}
        empty={{ title: "No syncs yet", text: "Start a sync above." }}
      >
        {() => (
          <>
            <div className="loginext-bar">
              <SearchField
                label="Find a sync"
                placeholder="Center, person or state"
                value={find}
                onChange={(text) => set("find", text)}
                onBlur={flush}
              />
              <span role="status" className="muted">
                {formatCount(shown.length, "line")}
                {shown.length < lines.length && ` of ${lines.length}`}
                {hasNextPage && " so far"}
              </span>
              <ExportButton
                count={shown.length}
                onExport={() => downloadCsv("loginext-syncs.csv", toCsv(exportableColumns(COLUMNS), shown))}
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
                onSort={(column) => set("sort", toggleSort(column, sort))}
              />
            ) : (
              <Empty>
                <p>No syncs match “{find.trim()}”</p>
                <Button onClick={() => set("find", "")}>Clear filter</Button>
              </Empty>
            )}
          </>
        )}
      </QueryView>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage} busyText="Loading…">
          Show earlier syncs
        </Button>
      )}
    </section>
  );
}
