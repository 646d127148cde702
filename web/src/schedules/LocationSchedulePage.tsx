import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { paths } from "../lib/paths";
import { locationQuery } from "../locations/locationQuery";
import { timeZoneOf } from "../locations/rules/options";
import { QueryPage } from "../ui/query/QueryView";
import { combineQueries, mapQuery, withFallback } from "../ui/query/query";
import { toScheduledItems } from "./scheduledItems";
import { locationScheduleQuery, UNABLE_TO_LOAD_CHANGES } from "./queries";
import { ScheduleTable } from "./ScheduleTable";

/** Lists all scheduled changes of one location: pending, failed and held. */
export default function LocationSchedulePage() {
  const id = useParams().id ?? "";
  const schedule = useInfiniteQuery(locationScheduleQuery(id));
  // Read for its time zone. `timeZoneOf` defaults to Central until it is known.
  const location = useQuery(locationQuery(id));
  const zone = timeZoneOf(location.data?.timeZone ?? "");
  const query = mapQuery(combineQueries({ schedule, location: withFallback(location, null) }), (data) =>
    toScheduledItems(data.schedule.pages.flatMap((page) => page.items)),
  );

  return (
    <QueryPage
      title={`Scheduled Changes of ${id}`}
      query={query}
      label="scheduled changes"
      error={UNABLE_TO_LOAD_CHANGES}
      forbidden={{ activity: "view scheduled changes", permission: "GetScheduledEvents" }}
      notFound={{ title: `There is no location ${id}`, action: <Link to={paths.locations}>All locations</Link> }}
      empty={{ title: "No Scheduled Changes", text: "Schedule a change on the location's settings." }}
    >
      {(items) => (
        <ScheduleTable
          items={items}
          zone={zone}
          fileName={`scheduled-changes-${id}.csv`}
          hasMore={schedule.hasNextPage}
          onLoadMore={() => void schedule.fetchNextPage()}
          loadingMore={schedule.isFetchingNextPage}
        />
      )}
    </QueryPage>
  );
}
