import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { isForbidden } from "../api/errors";
import { FleetAge } from "../locations/fleetList";
import { UNABLE_TO_LOAD_LOCATIONS } from "../locations/opsLocations";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { Page } from "../ui/Page";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
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
  nextSort,
  EMPTY_SELECTION,
  parseSort,
  withSelection,
} from "./inventory/filters";
import { filterRows, rowsWithMultiplePilots, sortRows } from "./inventory/rows";
import { SoftwareTable } from "./inventory/SoftwareTable";
import { useInventory } from "./inventory/useInventory";
import { VersionSpread } from "./inventory/VersionSpread";
import { QUERY_FAILURE, reloadSoftware } from "./queries";
import "./software.css";

const TITLE = "Fridge Software";
const NO_SELECTION: ReadonlySet<string> = new Set();
const count = new Intl.NumberFormat("en-US");

/** The Fridge Software Inventory and deployments (SWR-3 to SWR-10). */
export default function FridgeSoftwarePage() {
  const { may } = useMyPermissions();
  return may("GetAllLocation") ? <Inventory /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden action="view the locations" error={error} />
    </Page>
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

  if (isForbidden(locationsError)) return <NotAllowed error={locationsError} />;

  const summary = inventory.fleet && (
    <>
      {(inventory.ready || listed.length > 0) && (
        <span role="status">
          {count.format(listed.length)} {listed.length === 1 ? "fridge" : "fridges"}
        </span>
      )}
      <FleetAge fleet={inventory.fleet} refreshing={inventory.isFetching} />
    </>
  );
  const filterButton = filterButtonLabel(filters, pilots);
  return (
    <Page title={TITLE} aside={summary}>
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
        <Failure message={UNABLE_TO_LOAD_LOCATIONS} onRetry={inventory.retry} retrying={inventory.isFetching} />
      )}
      {error && <Failure message={QUERY_FAILURE} onRetry={inventory.retry} retrying={inventory.isFetching} />}
      {deployment.progress && (
        <p role="status" className="software-progress">
          <progress max={deployment.progress.of} value={deployment.progress.done} aria-label="Fridges updated" />
          {count.format(deployment.progress.done)} of {count.format(deployment.progress.of)} fridges updated…
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
      {listed.length > 0 && (
        <SoftwareTable
          rows={listed}
          multiplePilots={multiplePilots}
          sort={sort}
          onSort={onSort}
          selection={selection}
          onHistory={setHistory}
        />
      )}
      {listed.length === 0 && !inventory.ready && !error && !locationsError && <Loading label="fridges" />}
      {listed.length === 0 && inventory.ready && (
        <Empty>
          <p>No fridges match these filters</p>
          <Button
            onClick={() => {
              set("text", "");
              reset();
            }}
          >
            Show LIVE fridges
          </Button>
        </Empty>
      )}
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
    </Page>
  );
}
