import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { ApiError, isForbidden, messageOf } from "../api/errors";
import { locationQuery } from "../locations/locationQuery";
import { timeZoneOf } from "../locations/rules/options";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { toScheduledItems } from "./scheduledItems";
import { locationScheduleQuery, UNABLE_TO_LOAD_CHANGES } from "./queries";
import { ScheduleTable } from "./ScheduleTable";
import { locationPath } from "../locations/fleetList";

/** Lists all scheduled changes of one location: pending, failed and held. */
export default function LocationSchedulePage() {
  const id = useParams().id ?? "";
  const schedule = useInfiniteQuery(locationScheduleQuery(id));
  // Read for its time zone. `timeZoneOf` defaults to Central until it is known.
  const location = useQuery(locationQuery(id));
  const zone = timeZoneOf(location.data?.timeZone ?? "");
  const unknown = schedule.error instanceof ApiError && schedule.error.kind === "notFound";
  const items = toScheduledItems(schedule.data?.pages.flatMap((page) => page.items) ?? []);

  return (
    <Page title={`Scheduled Changes of ${id}`} aside={<Link to={locationPath("detail", id)}>Location</Link>}>
      {(schedule.isPending || location.isPending) && <Loading label="scheduled changes" />}
      {isForbidden(schedule.error) && <Forbidden action="view scheduled changes" error={schedule.error} />}
      {unknown && <Empty>There is no location {id}</Empty>}
      {schedule.isError && !unknown && !isForbidden(schedule.error) && (
        <Failure
          message={messageOf(schedule.error, UNABLE_TO_LOAD_CHANGES)}
          onRetry={() => void schedule.refetch()}
          retrying={schedule.isFetching}
        />
      )}
      {schedule.isSuccess && !location.isPending && items.length === 0 && <Empty>No Scheduled Changes</Empty>}
      {items.length > 0 && !location.isPending && (
        <ScheduleTable
          items={items}
          zone={zone}
          fileName={`scheduled-changes-${id}.csv`}
          hasMore={schedule.hasNextPage}
          onLoadMore={() => void schedule.fetchNextPage()}
          loadingMore={schedule.isFetchingNextPage}
        />
      )}
    </Page>
  );
}
