import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { formatCount, formatPart } from "../lib/formats";
import { FleetAge } from "../locations/fleetList";
import { UNABLE_TO_LOAD_LOCATIONS } from "../locations/opsLocations";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { SearchField } from "../ui/SearchField";
import { useUrlState } from "../lib/useUrlState";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { ErrorNotice } from "../ui/query/ErrorNotice";
import { RequirePermission } from "../session/RequirePermission";
import type { DeploymentRequest } from "./deploy/deploy";
import { DeployPanel } from "./deploy/DeployPanel";
import { ResultDialog } from "./deploy/ResultDialog";
import { useDeployment } from "./deploy/useDeployment";
import { HistoryDialog } from "./history/HistoryDialog";
import { exportSoftware } from "./inventory/exportCsv";
import { FilterDialog } from "./inventory/FilterDialog";
import {
  filterButtonLabel,
  DEFAULT_SELECTION,
  parseFilters,
  isFiltered,
  EMPTY_SELECTION,
  withSelection,
} from "./inventory/filters";
import { filterRows, rowsWithMultiplePilots, sortRows } from "./inventory/rows";
import { SoftwareTable } from "./inventory/SoftwareTable";
import { nextSort, parseSort } from "./inventory/sort";
import { useInventory } from "./inventory/useInventory";
import { VersionSpread } from "./inventory/VersionSpread";
import { QUERY_FAILURE, reloadSoftware } from "./queries";
import "./software.css";

const TITLE = "Fridge Software";
const FORBIDDEN = { activity: "view the locations", permission: "GetAllLocation" } as const;
const NO_SELECTION: ReadonlySet<string> = new Set();

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
  const { address, change, set, flush } = useUrlState("text");
  const filters = useMemo(() => parseFilters(address), [address]);
  const sortText = address.get("sort");
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const [filtering, setFiltering] = useState(false);
  const [deploying, setDeploying] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const [selected, setSelected] = useState(NO_SELECTION);
  const [history, setHistory] = useState<string | null>(null);

  const inventory = useInventory(filters.statuses);
  const { rows, pilots, locationsError, error } = inventory;
  const text = useDeferredValue(filters.text);
  const { statuses, software, versions, pilot } = filters;
  const filtered = useMemo(
    () => filterRows(rows, { text, statuses, software, versions, pilot }),
    [rows, text, statuses, software, versions, pilot],
  );
  const listed = useMemo(() => sortRows(filtered, sort), [filtered, sort]);
  const loaded = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const multiplePilots = useMemo(() => rowsWithMultiplePilots(rows).map(({ id }) => id), [rows]);

  const reset = useCallback(() => change((now) => withSelection(now, DEFAULT_SELECTION)), [change]);
  const deployment = useDeployment(() => {
    void reloadSoftware(client);
    reset();
  });
  const closePanel = () => {
    setDeploying(false);
    setSelected(NO_SELECTION);
  };
  const runDeployment = async (request: DeploymentRequest) => {
    if (await deployment.deploy(request)) closePanel();
  };
  const select = useCallback(
    (ids: readonly string[], isSelected: boolean) =>
      setSelected((now) => {
        const next = new Set(now);
        for (const id of ids) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    [],
  );
  const selection = useMemo(
    () => (deploying ? { ids: selected, onSelect: select } : null),
    [deploying, selected, select],
  );
  const onSort = useCallback(
    (column: Parameters<typeof nextSort>[0]) => set("sort", nextSort(column, sort)),
    [set, sort],
  );

  const summary = inventory.fleet && (
    <>
      {(inventory.ready || listed.length > 0) && <span role="status">{formatCount(listed.length, "fridge")}</span>}
      <FleetAge fleet={inventory.fleet} refreshing={inventory.isFetching} />
    </>
  );
  const filterButton = filterButtonLabel(filters, pilots);
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
            <div className="software-controls">
              <search className="software-search" aria-label="Fridges">
                <SearchField
                  label="Fridge name"
                  placeholder="Search For A Fridge"
                  value={filters.text}
                  onChange={(text) => set("text", text)}
                  onBlur={flush}
                />
                <div className="software-filter">
                  <Button onClick={() => setFiltering(true)}>{filterButton}</Button>
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
              </search>
              <div className="software-actions">
                <Button onClick={inventory.refresh} busy={inventory.isFetching} busyText="Refreshing…">
                  Refresh
                </Button>
                <ExportButton count={listed.length} onExport={() => exportSoftware(listed, new Date())} />
                <Button onClick={() => setShowsVersions((now) => !now)}>
                  {showsVersions ? "Hide versions" : "Version spread"}
                </Button>
                {!deploying && (
                  <Button
                    variant="primary"
                    onClick={() => setDeploying(true)}
                    disabledReason={missingPermission("DeployFridgeSoftware")}
                  >
                    Create Deployment
                  </Button>
                )}
              </div>
            </div>
            {locationsError && (
              <ErrorNotice
                error={error}
                message={() => QUERY_FAILURE}
                onRetry={inventory.retry}
                retrying={inventory.isFetching}
              />
            )}
            {deployment.progress && (
              <p role="status" className="software-progress">
                <progress max={deployment.progress.of} value={deployment.progress.done} aria-label="Fridges updated" />
                {formatPart(deployment.progress.done, deployment.progress.of)} fridges updated…
              </p>
            )}
            {deploying && (
              <DeployPanel
                loaded={loaded}
                selected={selected}
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
            sort={sort}
            onSort={onSort}
            selection={selection}
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
