import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { businessDay } from "../lib/day";
import { formatCount, formatNumber } from "../lib/formats";
import { useNow } from "../lib/useNow";
import type { UrlState } from "../lib/useUrlState";
import { centerByLocationQuery, type CenterByLocation } from "../locations/fulfillmentCenters";
import { MARKETS } from "../routes/market";
import { useMyPermissions } from "../session/permissions";
import { useDecisions } from "../stocking/decisions";
import { DecisionTable } from "../stocking/DecisionTable";
import { CheckboxGroup } from "../ui/CheckboxGroup";
import { QueryError } from "../ui/query/ErrorNotice";
import { mapQuery, withFallback } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { SearchField } from "../ui/SearchField";
import { Toolbar } from "../ui/Toolbar";
import { COLUMNS, nameOf } from "./columns";
import { jitDayQuery, REFRESH_INTERVAL } from "./day";
import { filterRows, filtersFrom, marketsOf, rowsOf, withValues, type JitRow } from "./rows";
import { decisionError, reasonsOf, STATUSES } from "./rules/jit";
import { useJitUpdate } from "./useJitUpdate";

const FAILURE = "Unable to load JIT, Please check your internet and your permissions";
const NO_CENTERS: CenterByLocation = new Map();
const NO_ROWS: readonly JitRow[] = [];
const NO_MATCHES = "No stops match these filters";
/** How often the current business day is updated, in milliseconds. */
const NOW_INTERVAL = 60_000;
const BULK = { statusLabel: "JIT Status", statuses: STATUSES, reasonsOf };
const UNSAVED = {
  title: "JIT Management",
  message: "Your changes have not been saved. They will be lost if you leave.",
};
const matchesLocation = ({ location }: JitRow, query: string) => location.toLowerCase().includes(query);

interface Props {
  readonly day: string;
  readonly address: UrlState;
}

/** Lists the stops of a day and edits their JIT status. */
export function JitStops({ day, address }: Props) {
  const { missingPermission } = useMyPermissions();
  const stops = useQuery(jitDayQuery(day));
  const { data, isFetching, refetch } = stops;
  const centers = useQuery(centerByLocationQuery);
  const centerOf = withFallback(centers, NO_CENTERS).data;
  const decisions = useDecisions(UNSAVED);
  const { update, updating } = useJitUpdate(day, decisions);

  const today = businessDay(new Date(useNow(NOW_INTERVAL)));
  // The centers determine the order and the filters. Rows that were shown before them would move below the pointer.
  const loaded = useMemo(() => data && centerOf && rowsOf(data, centerOf, today), [data, centerOf, today]);
  const rows = loaded ?? NO_ROWS;
  const filters = useMemo(() => filtersFrom(address.address), [address.address]);
  const matches = useMemo(() => filterRows(rows, filters), [rows, filters]);
  const setValues = (part: string) => (values: readonly string[]) =>
    address.change((now) => withValues(now, part, values));

  return (
    <>
      <QueryError query={centers} message="Failed fetching Fulfillment Centers" />
      <QueryView
        query={mapQuery(stops, () => loaded)}
        label="stops"
        error={FAILURE}
        forbidden={{ activity: "view the routes", permission: "GetUniqueRoutes" }}
        empty={{ title: "No routes available for given date", text: "Choose another date." }}
        skeleton={<Skeleton label="stops" rows={12} />}
        live={{ connected: false, pollInterval: REFRESH_INTERVAL }}
      >
        {() => (
          <>
            <Toolbar landmark="Stops">
              <CheckboxGroup
                label="Filter by Region"
                options={MARKETS}
                selected={filters.regions}
                onChange={setValues("region")}
              />
              <CheckboxGroup
                label="Filter by Market"
                options={marketsOf(rows)}
                selected={filters.markets}
                onChange={setValues("market")}
              />
              <SearchField
                label="Search by Route ID"
                value={filters.route}
                onChange={(text) => address.set("route", text)}
                onBlur={address.flush}
              />
            </Toolbar>
            <DecisionTable
              name="jit-stops"
              label="Stops"
              columns={COLUMNS}
              rows={matches}
              all={rows}
              nameOf={nameOf}
              address={address}
              search={{
                label: "Search by Location ID",
                value: filters.location,
                onChange: (text) => address.set("location", text),
                onBlur: address.flush,
              }}
              matches={matchesLocation}
              empty={NO_MATCHES}
              noMatches={NO_MATCHES}
              count={({ length }) =>
                `${formatCount(length, "stop")}${length < rows.length ? ` of ${formatNumber(rows.length)}` : ""}`
              }
              csvName={`jit-${day}.csv`}
              decisions={decisions}
              isComplete={({ status, reason }) => decisionError(status === "On", reason || null) === null}
              bulk={BULK}
              canHave={() => true}
              disabledReason={missingPermission("UpdateJit")}
              onRefresh={() => void refetch()}
              refreshing={isFetching}
              submit={{
                label: "Update JIT",
                field: "the JIT status",
                busy: updating,
                onClick: (changed) => void update(changed),
              }}
            />
          </>
        )}
      </QueryView>
    </>
  );
}
