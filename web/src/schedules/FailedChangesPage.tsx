import { useInfiniteQuery } from "@tanstack/react-query";
import { isForbidden, messageOf } from "../api/errors";
import type { TimeZone } from "../locations/rules/options";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { toScheduledItems } from "./scheduledItems";
import { failedChangesQuery, UNABLE_TO_LOAD_CHANGES } from "./queries";
import { ScheduleTable } from "./ScheduleTable";

/** The browser's time zone, because the listed locations are in different zones. */
const browserZone = (): TimeZone => {
  const iana = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { value: iana, label: iana, iana };
};

/** Lists the failed and held changes of all locations. Staff can retry, release or delete them. */
export default function FailedChangesPage() {
  const failed = useInfiniteQuery(failedChangesQuery);
  const items = toScheduledItems(failed.data?.pages.flatMap((page) => page.items) ?? []).reverse();

  return (
    <Page title="Failed Changes">
      <p className="muted">
        Scheduled changes that were due but not applied, newest first. You can retry a failed change. A held change
        needs an administrator, because its author no longer has permission to make it.
      </p>
      {failed.isPending && <Loading label="failed changes" />}
      {isForbidden(failed.error) && <Forbidden action="view scheduled changes" error={failed.error} />}
      {failed.isError && !isForbidden(failed.error) && (
        <Failure
          message={messageOf(failed.error, UNABLE_TO_LOAD_CHANGES)}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {failed.isSuccess && items.length === 0 && <Empty>No failed changes</Empty>}
      {items.length > 0 && (
        <ScheduleTable
          items={items}
          zone={browserZone()}
          showLocation
          fileName="failed-changes.csv"
          hasMore={failed.hasNextPage}
          onLoadMore={() => void failed.fetchNextPage()}
          loadingMore={failed.isFetchingNextPage}
        />
      )}
    </Page>
  );
}
