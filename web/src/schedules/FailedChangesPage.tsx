import { useInfiniteQuery } from "@tanstack/react-query";
import { browserZone } from "../lib/formats";
import { labelOf } from "../locations/rules/attributes";
import type { TimeZone } from "../locations/rules/options";
import { BulkBar } from "../ui/bulk/BulkBar";
import { Page } from "../ui/Page";
import { Muted } from "../ui/text";
import { QueryView } from "../ui/query/QueryView";
import { mapQuery } from "../ui/query/query";
import { useSelection } from "../ui/table";
import { BulkRetryButton, BulkRetryDialog, useBulkRetry } from "./BulkRetry";
import { toScheduledItems } from "./scheduledItems";
import { failedChangesQuery } from "./failedChanges";
import { UNABLE_TO_LOAD_CHANGES } from "./queries";
import { ScheduleTable } from "./ScheduleTable";

/** The browser's time zone, because the listed locations are in different zones. */
const browserTimeZone = (): TimeZone => {
  const iana = browserZone();
  return { value: iana, label: iana, iana };
};

/** Lists the failed and held changes of all locations. Staff can retry, release or delete them. */
export default function FailedChangesPage() {
  const failed = useInfiniteQuery(failedChangesQuery);
  const { clear, ...selection } = useSelection();
  const retry = useBulkRetry();
  const query = mapQuery(failed, ({ pages }) => toScheduledItems(pages.flatMap((page) => page.items)).reverse());

  return (
    <Page title="Failed Changes">
      <Muted as="p">
        Scheduled changes that were due but not applied, newest first. You can retry a failed change. A held change
        needs an administrator, because its author no longer has permission to make it.
      </Muted>
      {/* Outside of the list, so that the results are kept when no failed changes are left. */}
      <BulkRetryDialog bulk={retry} />
      <QueryView
        query={query}
        label="failed changes"
        error={UNABLE_TO_LOAD_CHANGES}
        forbidden={{ activity: "view scheduled changes", permission: "GetScheduledEvents" }}
        empty={{ title: "No failed changes" }}
      >
        {(items) => (
          <ScheduleTable
            items={items}
            zone={browserTimeZone()}
            showLocation
            selection={{
              ...selection,
              label: ({ change, attribute }) => `Select ${labelOf(attribute)} of ${change.id}`,
              allLabel: "Select all failed changes",
              disabledReason: ({ change }) =>
                change.state === "FAILED" ? undefined : "Only failed changes can be retried",
              actions: (selected) => (
                <BulkBar count={selected.length} rowName="change" onClear={clear}>
                  <BulkRetryButton bulk={retry} items={selected} />
                </BulkBar>
              ),
            }}
            fileName="failed-changes.csv"
            hasMore={failed.hasNextPage}
            onLoadMore={() => void failed.fetchNextPage()}
            loadingMore={failed.isFetchingNextPage}
          />
        )}
      </QueryView>
    </Page>
  );
}
