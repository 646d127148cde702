import { useInfiniteQuery } from "@tanstack/react-query";
import { isForbidden, messageOf } from "../api/errors";
import type { TimeZone } from "../locations/rules/options";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { itemsOf } from "./items";
import { failedChangesQuery, UNABLE_TO_LOAD_CHANGES } from "./queries";
import { ScheduleTable } from "./ScheduleTable";

/** Locations of many zones are listed together: the browser's clock serves them all. */
const browserZone = (): TimeZone => {
  const iana = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { value: iana, label: iana, iana };
};

/** Scheduled changes of the whole fleet that were not applied: to retry, release or delete. */
export default function FailedChangesPage() {
  const failed = useInfiniteQuery(failedChangesQuery);
  const items = itemsOf(failed.data?.pages.flatMap((page) => page.items) ?? []).reverse();

  return (
    <Page title="Failed Changes">
      <p className="muted">
        Scheduled changes whose time came but that were not applied, newest first. A failed change can be retried. A
        held change waits for an administrator, because its author no longer has the permission for it.
      </p>
      {failed.isPending && <Loading what="failed changes" />}
      {isForbidden(failed.error) && <Forbidden to="see scheduled changes" error={failed.error} />}
      {failed.isError && !isForbidden(failed.error) && (
        <Failure
          message={messageOf(failed.error, UNABLE_TO_LOAD_CHANGES)}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {failed.isSuccess && items.length === 0 && <Empty>No scheduled change has failed.</Empty>}
      {items.length > 0 && (
        <ScheduleTable
          items={items}
          zone={browserZone()}
          withLocation
          fileName="failed-changes.csv"
          hasMore={failed.hasNextPage}
          onMore={() => void failed.fetchNextPage()}
          loadingMore={failed.isFetchingNextPage}
        />
      )}
    </Page>
  );
}
