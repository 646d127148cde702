import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { businessDay } from "../lib/day";
import { formatCount, formatPart } from "../lib/formats";
import { useUrlState } from "../lib/useUrlState";
import { FleetAge } from "../locations/fleetList";
import { UNABLE_TO_LOAD_LOCATIONS } from "../locations/opsLocations";
import { useMyPermissions } from "../session/permissions";
import { RequirePermission } from "../session/RequirePermission";
import { Button } from "../ui/Button";
import { RefreshButton } from "../ui/RefreshButton";
import { onDemand } from "../ui/onDemand";
import { ErrorNotice } from "../ui/query/ErrorNotice";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { SearchField } from "../ui/SearchField";
import { SavedViews, TableButtons, useSelection, useTableViews } from "../ui/table";
import { Toolbar, ToolbarActions } from "../ui/Toolbar";
import type { DeploymentRequest } from "./deploy/deploy";
import { ResultDialog } from "./deploy/ResultDialog";
import { useDeployment } from "./deploy/useDeployment";
import { HistoryDialog } from "./history/HistoryDialog";
import { FilterDialog } from "./inventory/FilterDialog";
import {
  DEFAULT_SELECTION,
  EMPTY_SELECTION,
  filterButtonLabel,
  isFiltered,
  parseFilters,
  withSelection,
} from "./inventory/filters";
import { filterRows, rowsWithMultiplePilots } from "./inventory/rows";
import { SoftwareTable } from "./inventory/SoftwareTable";
import { useInventory } from "./inventory/useInventory";
import { VersionSpread } from "./inventory/VersionSpread";
import { QUERY_FAILURE, reloadSoftware } from "./queries";
import styles from "./software.module.css";
import { isWatching, withoutWatching } from "./watch/progress";
import { WatchPanel } from "./watch/WatchPanel";

const DeployPanel = onDemand(async () => (await import("./deploy/DeployPanel")).DeployPanel);
const StagedPanel = onDemand(async () => (await import("./stages/StagedPanel")).StagedPanel);

const TITLE = "Fridge Software";
const FORBIDDEN = { activity: "view the locations", permission: "GetAllLocation" } as const;

/** The Fridge Software Inventory and deployments (SWR-3 to SWR-10). */
export default function FridgeSoftwarePage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <Inventory />
    </RequirePermission>
  );
}

function Inventory() {
  const client = useQueryClient();
  const { missingPermission } = useMyPermissions();
  const urlState = useUrlState("text");
  const { address, change, set, flush } = urlState;
  const views = useTableViews("software", urlState);
  const filters = useMemo(() => parseFilters(address), [address]);
  const [filtering, setFiltering] = useState(false);
  const [panel, setPanel] = useState<"now" | "stages" | null>(null);
  const [showsVersions, setShowsVersions] = useState(false);
  const { clear, ...selection } = useSelection();
  const [toolbarElement, setToolbarElement] = useState<HTMLElement | null>(null);
  const [history, setHistory] = useState<string | null>(null);

  const inventory = useInventory(filters.statuses);
  const { rows, pilots, locationsError, error } = inventory;
  const text = useDeferredValue(filters.text);
  const { statuses, software, versions, pilot } = filters;
  const listed = useMemo(
    () => filterRows(rows, { text, statuses, software, versions, pilot }),
    [rows, text, statuses, software, versions, pilot],
  );
  const loaded = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const multiplePilots = useMemo(() => rowsWithMultiplePilots(rows).map(({ id }) => id), [rows]);

  const reset = useCallback(() => change((now) => withSelection(now, DEFAULT_SELECTION)), [change]);
  const deployment = useDeployment(() => {
    void reloadSoftware(client);
    reset();
  });
  const closePanel = () => {
    setPanel(null);
    clear();
  };
  const runDeployment = async (request: DeploymentRequest) => {
    if (await deployment.deploy(request)) closePanel();
  };
  const summary = inventory.fleet && (
    <>
      {(inventory.ready || listed.length > 0) && <span role="status">{formatCount(listed.length, "fridge")}</span>}
      <FleetAge fleet={inventory.fleet} refreshing={inventory.isFetching} />
    </>
  );
  return (
    <>
      <QueryPage
        title={TITLE}
        aside={summary}
        query={{
          data: listed.length > 0 || inventory.ready ? listed : undefined,
          error: locationsError ?? error,
          isFetching: inventory.isFetching,
          dataUpdatedAt: inventory.fleet?.asOf ?? 0,
          refetch: inventory.retry,
        }}
        label="fridges"
        error={() => (locationsError ? UNABLE_TO_LOAD_LOCATIONS : QUERY_FAILURE)}
        forbidden={FORBIDDEN}
        empty={{
          title: "No fridges match these filters",
          action: (
            <Button
              onClick={() => {
                set("text", "");
                reset();
              }}
            >
              Show LIVE fridges
            </Button>
          ),
        }}
        skeleton={<Skeleton label="fridges" rows={12} />}
        toolbar={
          <>
            <Toolbar>
              <Toolbar landmark="Fridges">
                <SearchField
                  label="Fridge name"
                  placeholder="Search For A Fridge"
                  value={filters.text}
                  onChange={(next) => set("text", next)}
                  onBlur={flush}
                />
                <div className={styles.filter}>
                  <Button onClick={() => setFiltering(true)}>{filterButtonLabel(filters, pilots)}</Button>
                  {isFiltered(filters) && (
                    <Button
                      variant="link"
                      aria-label="Clear filter"
                      onClick={() => change((now) => withSelection(now, EMPTY_SELECTION))}
                    >
                      Clear
                    </Button>
                  )}
                </div>
              </Toolbar>
              <ToolbarActions>
                <RefreshButton onRefresh={inventory.refresh} refreshing={inventory.isFetching} />
                <Button onClick={() => setShowsVersions((now) => !now)}>
                  {showsVersions ? "Hide versions" : "Version spread"}
                </Button>
                <SavedViews views={views} />
                <TableButtons ref={setToolbarElement} />
                {panel === null && (
                  <>
                    <Button
                      onClick={() => setPanel("stages")}
                      disabledReason={missingPermission("DeployFridgeSoftware")}
                    >
                      Deploy in stages
                    </Button>
                    <Button
                      variant="primary"
                      onClick={() => setPanel("now")}
                      disabledReason={missingPermission("DeployFridgeSoftware")}
                    >
                      Create Deployment
                    </Button>
                  </>
                )}
              </ToolbarActions>
            </Toolbar>
            {locationsError && (
              <ErrorNotice
                error={error}
                message={() => QUERY_FAILURE}
                onRetry={inventory.retry}
                retrying={inventory.isFetching}
              />
            )}
            {deployment.progress && (
              <p role="status" className={styles.progress}>
                <progress max={deployment.progress.of} value={deployment.progress.done} aria-label="Fridges updated" />
                {formatPart(deployment.progress.done, deployment.progress.of)} fridges updated…
              </p>
            )}
            {isWatching(address) && software !== "" && inventory.ready && (
              <WatchPanel rows={listed} type={software} onClose={() => change(withoutWatching)} />
            )}
            {panel === "stages" && (
              <StagedPanel loaded={loaded} selected={selection.selected} pilots={pilots} onCancel={closePanel} />
            )}
            {panel === "now" && (
              <DeployPanel
                loaded={loaded}
                selected={selection.selected}
                pilots={pilots}
                busy={deployment.progress !== null}
                onCancel={closePanel}
                onDeploy={(request) => void runDeployment(request)}
              />
            )}
            {showsVersions && listed.length > 0 && (
              <VersionSpread
                rows={listed}
                rollBackDisabledReason={
                  deployment.progress ? "A deployment is in progress" : missingPermission("DeployFridgeSoftware")
                }
                onShow={(type, version) =>
                  change((now) => withSelection(now, { ...filters, software: type, versions: [version] }))
                }
                onRollBack={(target, fridges) => void deployment.rollBack(target, fridges)}
              />
            )}
          </>
        }
      >
        {(fridges) => (
          <SoftwareTable
            rows={fridges}
            multiplePilots={multiplePilots}
            sort={address.get("sort") ?? ""}
            onSort={(sort) => set("sort", sort)}
            csvName={`fridge-software-${businessDay()}.csv`}
            urlColumns={views.urlColumns}
            toolbarElement={toolbarElement}
            selection={panel === null ? undefined : selection}
            onHistory={setHistory}
          />
        )}
      </QueryPage>
      {filtering && (
        <FilterDialog
          selection={{ statuses, software, versions, pilot }}
          rows={rows}
          pilots={pilots}
          onClose={() => setFiltering(false)}
          onApply={(selection) => {
            setFiltering(false);
            change((now) => withSelection(now, selection));
          }}
        />
      )}
      {history !== null && (
        <HistoryDialog
          id={history}
          deployed={rows.find(({ id }) => id === history)?.versions ?? {}}
          onClose={() => setHistory(null)}
        />
      )}
      {deployment.finished && (
        <ResultDialog {...deployment.finished} onClose={deployment.dismiss} onRetry={deployment.finished.retry} />
      )}
    </>
  );
}
