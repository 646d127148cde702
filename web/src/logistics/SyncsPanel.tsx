import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatCount, formatNumber } from "../lib/formats";
import type { UrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { mapQuery } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { DataTable } from "../ui/table";
import styles from "./loginext.module.css";
import { COLUMNS, lineContains, toSyncLines, type SyncLine } from "./syncLines";
import { syncsQuery } from "./syncs";

const FAILURE = "Unable to load the syncs, Please check your internet and your permissions";
const rowId = ({ key }: SyncLine) => key;

/** Lists the results of the syncs by fulfillment center. */
export function SyncsPanel({ address: { address, set, flush } }: { readonly address: UrlState }) {
  const syncs = useInfiniteQuery(syncsQuery);
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = syncs;
  const lines = useMemo(() => toSyncLines(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const find = address.get("find") ?? "";

  return (
    <section className={styles.syncs} aria-labelledby="loginext-syncs">
      <h2 id="loginext-syncs">Syncs</h2>
      <QueryView
        query={mapQuery(syncs, () => lines)}
        label="syncs"
        error={FAILURE}
        forbidden={{ activity: "view syncs", permission: "SyncLogiNext" }}
        empty={{ title: "No syncs yet", text: "Start a sync above." }}
      >
        {(loaded) => (
          <DataTable
            name="loginext-syncs"
            label="Syncs"
            columns={COLUMNS}
            rows={loaded}
            rowId={rowId}
            search={{
              label: "Find a sync",
              placeholder: "Center, person or state",
              value: find,
              onChange: (text) => set("find", text),
              onBlur: flush,
            }}
            matches={lineContains}
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            count={(listed, total) =>
              `${formatCount(listed.length, "line")}${listed.length < total ? ` of ${formatNumber(total)}` : ""}${hasNextPage ? " so far" : ""}`
            }
            csvName="loginext-syncs.csv"
            noMatches={
              <>
                <p>No syncs match “{find.trim()}”</p>
                <Button onClick={() => set("find", "")}>Clear filter</Button>
              </>
            }
            live
            onLoadMore={hasNextPage ? () => void fetchNextPage() : undefined}
            loadingMore={isFetchingNextPage}
            loadMoreLabel="Show earlier syncs"
          />
        )}
      </QueryView>
    </section>
  );
}
