import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { locationQuery } from "../locations/locationQuery";
import { timeZoneOf } from "../locations/rules/options";
import { Page } from "../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { itemsOf } from "./items";
import { locationScheduleQuery } from "./queries";
import { ScheduleTable } from "./ScheduleTable";
import { screenOf } from "../locations/fleetList";

/** All scheduled changes of one location: those that wait, and those that failed. */
export default function LocationSchedulePage() {
  const id = useParams().id ?? "";
  const schedule = useInfiniteQuery(locationScheduleQuery(id));
  // Its zone; Central stands in while it is not known.
  const location = useQuery(locationQuery(id));
  const zone = timeZoneOf(location.data?.timeZone ?? "");
  const items = itemsOf(schedule.data?.pages.flatMap((page) => page.items) ?? []);

  return (
    <Page title={`Scheduled Changes of ${id}`} aside={<Link to={screenOf("detail", id)}>Location</Link>}>
      {(schedule.isPending || location.isPending) && <Loading what="scheduled changes" />}
      {isForbidden(schedule.error) && <Forbidden to="see scheduled changes" error={schedule.error} />}
      {schedule.isError && !isForbidden(schedule.error) && (
        <Failure
          message={messageOf(
            schedule.error,
            "Unable to load scheduled changes, Please check your internet and your permissions",
          )}
          onRetry={() => void schedule.refetch()}
          retrying={schedule.isFetching}
        />
      )}
      {schedule.isSuccess && !location.isPending && items.length === 0 && (
        <Empty>{location.data === null ? `There is no location ${id}` : "No Scheduled Changes"}</Empty>
      )}
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
