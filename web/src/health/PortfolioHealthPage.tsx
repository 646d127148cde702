import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { formatCount, formatNumber, formatPart } from "../lib/formats";
import { livePollInterval } from "../api/live";
import { liveFridgesOf, liveLocationsQuery } from "../locations/liveFridges";
import { useUser } from "../session/user";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { ViewSwitch } from "../ui/ViewSwitch";
import { Empty, Failure } from "../ui/states";
import { useNow } from "../lib/useNow";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { RequirePermission } from "../session/RequirePermission";
import { AffectedChart } from "./fleet/AffectedChart";
import { affectedCounts, buildEntries, sortById, type Entry } from "./fleet/entries";
import { exportHealth } from "./fleet/exportCsv";
import { FilterPanel } from "./fleet/FilterPanel";
import { FLEET_POLL_INTERVAL, FLEET_POLL_INTERVAL_LIVE, fleetHealthQuery } from "./fleet/fleetHealth";
import { filterEntries, jofemarStatesOf, type ViewMode } from "./fleet/filters";
import { LoadingProgress } from "./fleet/LoadingProgress";
import { LocationPanels } from "./fleet/LocationPanels";
import { EMPTY_FLEET_HEALTH, isLoaded } from "./fleet/load";
import { sortEntries } from "./fleet/sort";
import { useFleetUrlState } from "./fleet/useFleetUrlState";
import { useFleetLive } from "./fleet/useFleetLive";
import { WorstTable } from "./fleet/WorstTable";
import { ALERTS_POLL_INTERVAL, openAlertsQuery } from "./fridgeAlerts";
import { HEALTH_FAILURE } from "./fridgeHealth";
import "./fleet/portfolio.css";

const TITLE = "Fridge Health Monitoring";
const FORBIDDEN = { activity: "view the fleet", permission: "GetAllLocation" } as const;
/** Ages are shown in minutes, so the clock ticks more often than that. */
const CLOCK_INTERVAL = 30_000;

const VIEW_MODES: readonly (readonly [ViewMode, string])[] = [
  ["locations", "Locations"],
  ["worst", "Worst first"],
];

/** The health of all LIVE fridges (HLT-1, HLT-2). */
export default function PortfolioHealthPage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <Portfolio />
    </RequirePermission>
  );
}

function Portfolio() {
  const { sub } = useUser();
  const client = useQueryClient();
  const now = useNow(CLOCK_INTERVAL);
  const { filters, sort, open, set, setToggle, setSort, setOpen, clear, flush } = useFleetUrlState();
  const { view } = filters;
  const text = useDeferredValue(filters.text);

  const locations = useQuery(liveLocationsQuery(sub));
  const { connected } = useFleetLive(sub);
  const fleet = useQuery({
    ...fleetHealthQuery(sub),
    refetchInterval: livePollInterval(connected, FLEET_POLL_INTERVAL, FLEET_POLL_INTERVAL_LIVE),
  });
  const alerts = useQuery({ ...openAlertsQuery(), refetchInterval: livePollInterval(connected, ALERTS_POLL_INTERVAL) });
  const fleetHealth = fleet.data ?? EMPTY_FLEET_HEALTH;
  const { health, asOf, progress, failed } = fleetHealth;

  const fridges = useMemo(() => (locations.data ? sortById(liveFridgesOf(locations.data)) : []), [locations.data]);
  const entries = useMemo(() => {
    const hasHealth = isLoaded(fleetHealth);
    return buildEntries(
      fridges.filter(({ id }) => hasHealth(id)),
      fleetHealth.health,
      now,
    );
  }, [fridges, fleetHealth, now]);
  // Filtering keeps the order, so sorting does not run on each keystroke.
  const ordered = useMemo(() => (view === "worst" ? sortEntries(entries, sort) : entries), [entries, view, sort]);
  const visibleEntries = useMemo(() => filterEntries(ordered, { ...filters, text }), [ordered, filters, text]);

  const error = locations.error ?? fleet.error;
  const loading = fleet.isFetching;
  const hasData = asOf !== null || health.size > 0;
  const refresh = () => void client.invalidateQueries({ queryKey: fleetHealthQuery(sub).queryKey });
  const summary = (live: ReactNode) => (
    <>
      {live}
      <Link to={paths.alerts}>{alerts.data ? `Alerts (${formatNumber(alerts.data.length)} open)` : "Alerts"}</Link>
    </>
  );
  return (
    <QueryPage
      title={TITLE}
      aside={summary}
      query={{
        data: hasData ? fleetHealth : undefined,
        error,
        isFetching: loading,
        dataUpdatedAt: asOf ?? 0,
        refetch: refresh,
      }}
      label="fleet health"
      error={HEALTH_FAILURE}
      forbidden={FORBIDDEN}
      live={{ connected, pollInterval: FLEET_POLL_INTERVAL }}
      skeleton={<Skeleton label="fleet health" rows={14} />}
      toolbar={
        <>
          {failed.length > 0 && !loading && (
            <Failure
              message={`${HEALTH_FAILURE} The health of ${formatCount(failed.length, "fridge")} could not be loaded.`}
              onRetry={refresh}
            />
          )}
          {loading && progress && <LoadingProgress {...progress} />}
        </>
      }
    >
      {() => (
        <>
          <div className="health-top">
            <section className="health-overview" aria-label="Overview">
              <AffectedChart
                counts={affectedCounts(entries)}
                hrefOf={(name) => `${paths.health}?look=worst&problem=${name}`}
              />
            </section>
            <section className="health-filter-panel" aria-labelledby="health-filters">
              <h2 id="health-filters">Filters</h2>
              <FilterPanel
                filters={filters}
                jofemarStates={jofemarStatesOf(entries, filters.jofemarState)}
                onChange={set}
                onToggle={setToggle}
                onSearchBlur={flush}
              />
            </section>
          </div>
          <div className="health-list-head">
            <h2>
              Locations{" "}
              <span role="status" className="health-count">
                {formatPart(visibleEntries.length, entries.length)}
              </span>
            </h2>
            <div className="health-actions">
              <ViewSwitch
                label="View"
                options={VIEW_MODES}
                value={view}
                onChange={(next) => set("look", formatView(next))}
              />
              <Button onClick={refresh} busy={loading} busyText="Refreshing…">
                Refresh
              </Button>
              <ExportButton count={visibleEntries.length} onExport={() => exportHealth(visibleEntries, now)} />
            </div>
          </div>
          {view === "locations" && (
            <FilteredOutNotice
              entries={entries}
              visible={visibleEntries}
              onShowWorst={() => set("look", formatView("worst"))}
            />
          )}
          {visibleEntries.length > 0 && view === "locations" && (
            <LocationPanels entries={visibleEntries} now={now} open={open} onOpen={setOpen} />
          )}
          {visibleEntries.length > 0 && view === "worst" && (
            <WorstTable entries={visibleEntries} now={now} sort={sort} onSort={setSort} />
          )}
          {visibleEntries.length === 0 && (
            <Empty>
              <p>{entries.length === 0 ? "There are no LIVE fridges" : "No fridges match these filters"}</p>
              {entries.length > 0 && <Button onClick={clear}>Clear filters</Button>}
            </Empty>
          )}
        </>
      )}
    </QueryPage>
  );
}

/** The `look` parameter of the URL; empty for the default view. */
function formatView(view: ViewMode): string {
  return view === "worst" ? view : "";
}

interface FilteredOutProps {
  readonly entries: readonly Entry[];
  readonly visible: readonly Entry[];
  readonly onShowWorst: () => void;
}

/** The default toggles show only healthy fridges. The notice counts the fridges with problems that they hide. */
function FilteredOutNotice({ entries, visible, onShowWorst }: FilteredOutProps) {
  const shown = new Set(visible);
  const count = entries.filter((entry) => entry.problems.some(({ severe }) => severe) && !shown.has(entry)).length;
  if (count === 0) return null;
  return (
    <p className="health-filtered-out">
      {formatCount(count, "fridge")} with problems {count === 1 ? "is" : "are"} hidden by the filters.{" "}
      <Button variant="link" onClick={onShowWorst}>
        Show worst first
      </Button>
    </p>
  );
}
