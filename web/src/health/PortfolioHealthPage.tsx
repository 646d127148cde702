import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { livePollInterval } from "../api/live";
import { BulkCommandDialog, BulkCommandsProvider } from "../commands/BulkCommands";
import { disconnectedFridgesQuery, type DisconnectionTimes } from "../connections/connection";
import { downloadCsv, toCsv } from "../lib/csv";
import { formatCount, formatNumber, formatPart } from "../lib/formats";
import { paths, withQuery } from "../lib/paths";
import { toastFailure } from "../lib/toast";
import { useNow } from "../lib/useNow";
import { liveFridgesOf, liveLocationsQuery } from "../locations/liveFridges";
import { RequirePermission } from "../session/RequirePermission";
import { useUser } from "../session/user";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { onDemand } from "../ui/onDemand";
import { Panel, Panels } from "../ui/Panel";
import { RefreshButton } from "../ui/RefreshButton";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Empty } from "../ui/states";
import { SavedViews, TableButtons } from "../ui/table";
import { Muted } from "../ui/text";
import { Toolbar, ToolbarActions } from "../ui/Toolbar";
import { ViewSwitch } from "../ui/ViewSwitch";
import { AffectedChart } from "./fleet/AffectedChart";
import { affectedCounts, buildEntries, sortById, sortBySeverity, sortWorstFirst, type Entry } from "./fleet/entries";
import { FilterPanel } from "./fleet/FilterPanel";
import { FLEET_POLL_INTERVAL, FLEET_POLL_INTERVAL_LIVE, fleetHealthQuery, readReports } from "./fleet/fleetHealth";
import { filterEntries, jofemarStatesOf, type ViewMode } from "./fleet/filters";
import { healthCsvColumns, healthCsvName } from "./fleet/healthCsv";
import { EMPTY_FLEET_HEALTH, isLoaded } from "./fleet/load";
import { LocationPanels } from "./fleet/LocationPanels";
import { useFleetUrlState } from "./fleet/useFleetUrlState";
import { useFleetLive } from "./fleet/useFleetLive";
import { ALERTS_POLL_INTERVAL, openAlertsQuery } from "./fridgeAlerts";
import { HEALTH_FAILURE } from "./fridgeHealth";

const TITLE = "Fridge Health Monitoring";
const FORBIDDEN = { activity: "view the fleet", permission: "GetAllLocation" } as const;
/** Ages are shown in minutes, so the clock ticks more often than that. */
const CLOCK_INTERVAL = 30_000;

/** The list of fridges with one problem. */
const problemHref = (problem: string) => withQuery(paths.health, { look: "worst", problem });

const WorstTable = onDemand(async () => (await import("./fleet/WorstTable")).WorstTable);
const DisconnectedCount = onDemand(async () => (await import("./fleet/DisconnectedCount")).DisconnectedCount);

const NONE_DISCONNECTED: DisconnectionTimes = new Map();

const VIEW_MODES: readonly (readonly [ViewMode, string])[] = [
  ["locations", "Locations"],
  ["worst", "Worst first"],
];

/** The health of all LIVE fridges (HLT-1, HLT-2). */
export default function PortfolioHealthPage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <BulkCommandsProvider>
        <Portfolio />
      </BulkCommandsProvider>
    </RequirePermission>
  );
}

/**
 * The time for which problems are evaluated. Evaluated now, old data would show fridges as silent that have reported
 * since, such as the data of an earlier visit while the fleet loads.
 */
function evaluationTime(asOf: number | null, now: number): number {
  return asOf !== null && now - asOf > 2 * FLEET_POLL_INTERVAL_LIVE ? asOf : now;
}

function Portfolio() {
  const { sub } = useUser();
  const client = useQueryClient();
  const now = useNow(CLOCK_INTERVAL);
  const { filters, sort, open, set, setToggle, setSort, setOpen, clear, flush, views } = useFleetUrlState();
  const { view } = filters;
  const text = useDeferredValue(filters.text);

  const locations = useQuery(liveLocationsQuery(sub));
  const { connected } = useFleetLive(sub);
  const fleet = useQuery({
    ...fleetHealthQuery(sub),
    refetchInterval: livePollInterval(connected, FLEET_POLL_INTERVAL, FLEET_POLL_INTERVAL_LIVE),
  });
  const alerts = useQuery({
    ...openAlertsQuery(),
    refetchInterval: livePollInterval(connected, ALERTS_POLL_INTERVAL),
    // Read after the fleet, which they would delay. Each published change of an alert reads them again.
    enabled: !fleet.isFetching,
  });
  const disconnected = useQuery({
    ...disconnectedFridgesQuery,
    refetchInterval: livePollInterval(connected, FLEET_POLL_INTERVAL),
  });
  const fleetHealth = fleet.data ?? EMPTY_FLEET_HEALTH;
  const { health, asOf, read } = fleetHealth;

  const fridges = useMemo(() => (locations.data ? sortById(liveFridgesOf(locations.data)) : []), [locations.data]);
  const entries = useMemo(() => {
    const hasHealth = isLoaded(fleetHealth);
    return buildEntries(
      fridges.filter(({ id }) => hasHealth(id)),
      fleetHealth.health,
      evaluationTime(fleetHealth.asOf, now),
      disconnected.data ?? NONE_DISCONNECTED,
    );
  }, [fridges, fleetHealth, now, disconnected.data]);
  // Filtering keeps the order, so sorting does not run on each keystroke.
  const ordered = useMemo(
    () => (view === "worst" ? sortWorstFirst(entries) : sortBySeverity(entries)),
    [entries, view],
  );
  const visibleEntries = useMemo(() => filterEntries(ordered, { ...filters, text }), [ordered, filters, text]);

  const error = locations.error ?? fleet.error;
  const loading = fleet.isFetching || locations.isPending;
  const hasData = locations.data !== undefined && (asOf !== null || health.size > 0);
  const refresh = () => void client.invalidateQueries({ queryKey: fleetHealthQuery(sub).queryKey });
  // The list has no full reports, which the file contains.
  const exporting = useMutation({
    mutationFn: async (rows: readonly Entry[]) => {
      const reports = await readReports(rows.flatMap(({ id, health: reported }) => (reported ? [id] : [])));
      downloadCsv(healthCsvName(), toCsv(healthCsvColumns(reports, now), rows));
    },
    onError: () => toastFailure(HEALTH_FAILURE),
  });
  const [toolbarElement, setToolbarElement] = useState<HTMLElement | null>(null);
  const showView = (next: ViewMode) => set("look", next === "worst" ? next : "");
  const empty = (
    <>
      <p>{entries.length === 0 ? "There are no LIVE fridges" : "No fridges match these filters"}</p>
      {entries.length > 0 && <Button onClick={clear}>Clear filters</Button>}
    </>
  );
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
          {loading && read !== null && <Muted role="status">{formatCount(read, "fridge")} loaded…</Muted>}
          <BulkCommandDialog />
        </>
      }
    >
      {() => (
        <>
          <Panels>
            <Panel title="Overview">
              <AffectedChart counts={affectedCounts(entries)} hrefOf={problemHref} />
              <DisconnectedCount query={disconnected} entries={entries} href={problemHref("disconnected")} />
            </Panel>
            <Panel title="Filters">
              <FilterPanel
                filters={filters}
                jofemarStates={jofemarStatesOf(entries, filters.jofemarState)}
                onChange={set}
                onToggle={setToggle}
                onSearchBlur={flush}
              />
            </Panel>
          </Panels>
          <Toolbar align="center">
            <h2>Locations</h2>
            <Muted role="status">{formatPart(visibleEntries.length, entries.length)}</Muted>
            <ToolbarActions>
              <SavedViews views={views} />
              <ViewSwitch label="View" options={VIEW_MODES} value={view} onChange={showView} />
              <RefreshButton onRefresh={refresh} refreshing={loading} />
              {view === "worst" && <TableButtons ref={setToolbarElement} />}
              {view === "locations" && (
                <ExportButton
                  count={visibleEntries.length}
                  onExport={() => exporting.mutate(visibleEntries)}
                  busy={exporting.isPending}
                />
              )}
            </ToolbarActions>
          </Toolbar>
          {view === "worst" ? (
            <WorstTable
              entries={visibleEntries}
              now={now}
              onExport={(rows) => exporting.mutate(rows)}
              exporting={exporting.isPending}
              sort={sort}
              onSort={setSort}
              urlColumns={views.urlColumns}
              toolbarElement={toolbarElement}
              empty={empty}
            />
          ) : (
            <>
              <FilteredOutNotice entries={entries} visible={visibleEntries} onShowWorst={() => showView("worst")} />
              {visibleEntries.length > 0 ? (
                <LocationPanels entries={visibleEntries} now={now} open={open} onOpen={setOpen} />
              ) : (
                <Empty>{empty}</Empty>
              )}
            </>
          )}
        </>
      )}
    </QueryPage>
  );
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
    <Muted as="p">
      {formatCount(count, "fridge")} with problems {count === 1 ? "is" : "are"} hidden by the filters.{" "}
      <Button variant="link" onClick={onShowWorst}>
        Show worst first
      </Button>
    </Muted>
  );
}
