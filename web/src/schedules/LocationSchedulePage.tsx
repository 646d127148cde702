import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { ApiError, isForbidden, messageOf } from "../api/errors";
import { locationQuery } from "../locations/locationQuery";
import { timeZoneOf } from "../locations/rules/options";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { itemsOf } from "./items";
import { locationScheduleQuery, UNABLE_TO_LOAD_CHANGES } from "./queries";
import { ScheduleTable } from "./ScheduleTable";
import { screenOf } from "../locations/fleetList";

/** All scheduled changes of one location: pending, failed and held ones. */
export default function LocationSchedulePage() {
  const id = useParams().id ?? "";
  const schedule = useInfiniteQuery(locationScheduleQuery(id));
  // Its zone; Central stands in while it is not known.
  const location = useQuery(locationQuery(id));
  const zone = timeZoneOf(location.data?.timeZone ?? "");
  const unknown = schedule.error instanceof ApiError && schedule.error.kind === "notFound";
  const items = itemsOf(schedule.data?.pages.flatMap((page) => page.items) ?? []);

  return (
    <Page title={`Scheduled Changes of ${id}`} aside={<Link to={screenOf("detail", id)}>Location</Link>}>
      {(schedule.isPending || location.isPending) && <Loading what="scheduled changes" />}
      {isForbidden(schedule.error) && <Forbidden to="see scheduled changes" error={schedule.error} />}
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
          onMore={() => void schedule.fetchNextPage()}
          loadingMore={schedule.isFetchingNextPage}
        />
      )}
    </Page>
  );
}
