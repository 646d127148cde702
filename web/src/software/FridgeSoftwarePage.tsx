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
import { useAddress } from "../ui/useAddress";
import type { Order } from "./deploy/deploy";
import { DeployPanel } from "./deploy/DeployPanel";
import { ResultDialog } from "./deploy/ResultDialog";
import { useDeployment } from "./deploy/useDeployment";
import { HistoryDialog } from "./history/HistoryDialog";
import { exportSoftware } from "./inventory/exportCsv";
import { FilterDialog } from "./inventory/FilterDialog";
import {
  buttonText,
  DEFAULT,
  filtersFrom,
  isFiltered,
  nextSort,
  NONE,
  sortFrom,
  withChosen,
} from "./inventory/filters";
import { filterRows, sortRows, withSeveralPilots } from "./inventory/rows";
import { SoftwareTable } from "./inventory/SoftwareTable";
import { useInventory } from "./inventory/useInventory";
import { VersionSpread } from "./inventory/VersionSpread";
import { reloadSoftware } from "./queries";
import "./software.css";

const TITLE = "Fridge Software";
const FAILURE = "There was an error querying data, please refresh page and try again.";
const NOBODY: ReadonlySet<string> = new Set();
const count = new Intl.NumberFormat("en-US");

/** Fridge Software Inventory and deployment (spec of fleet operations, 2.1). */
export default function FridgeSoftwarePage() {
  const { may } = useMyPermissions();
  return may("GetAllLocation") ? <Inventory /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden to="see the locations" error={error} />
    </Page>
  );
}

function Inventory() {
  const client = useQueryClient();
  const { refusal } = useMyPermissions();
  const { address, change, set, settle } = useAddress("text");
  const filters = useMemo(() => filtersFrom(address), [address]);
  const sortText = address.get("sort");
  const sort = useMemo(() => sortFrom(sortText), [sortText]);
  const [filtering, setFiltering] = useState(false);
  const [deploying, setDeploying] = useState(false);
  const [spreading, setSpreading] = useState(false);
  const [selected, setSelected] = useState(NOBODY);
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
  const severalPilots = useMemo(() => withSeveralPilots(rows).map(({ id }) => id), [rows]);

  const reset = useCallback(() => change((now) => withChosen(now, DEFAULT)), [change]);
  const deployment = useDeployment(() => {
    void reloadSoftware(client);
    reset();
  });
  const closePanel = () => {
    setDeploying(false);
    setSelected(NOBODY);
  };
  const deployOrder = async (order: Order) => {
    if (await deployment.deploy(order)) closePanel();
  };
  const select = useCallback(
    (ids: readonly string[], chosen: boolean) =>
      setSelected((now) => {
        const next = new Set(now);
        for (const id of ids) {
          if (chosen) next.add(id);
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
  const filterButton = buttonText(filters, pilots);
  return (
    <Page title={TITLE} aside={summary}>
      <div className="software-controls">
        <search className="software-search" aria-label="Fridges">
          <SearchField
            label="Fridge name"
            placeholder="Search For A Fridge"
            value={filters.text}
            onChange={(text) => set("text", text)}
            onLeave={settle}
          />
          <div className="software-filter">
            <Button onClick={() => setFiltering(true)}>{filterButton}</Button>
            {isFiltered(filters) && (
              <Button look="quiet" aria-label="Clear filter" onClick={() => change((now) => withChosen(now, NONE))}>
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
          <Button onClick={() => setSpreading((now) => !now)}>{spreading ? "Hide versions" : "Version spread"}</Button>
          {!deploying && (
            <Button look="primary" onClick={() => setDeploying(true)} disabledReason={refusal("DeployFridgeSoftware")}>
              Create Deployment
            </Button>
          )}
        </div>
      </div>
      {locationsError && (
        <Failure message={UNABLE_TO_LOAD_LOCATIONS} onRetry={inventory.retry} retrying={inventory.isFetching} />
      )}
      {error && <Failure message={FAILURE} onRetry={inventory.retry} retrying={inventory.isFetching} />}
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
          onDeploy={(order) => void deployOrder(order)}
        />
      )}
      {spreading && listed.length > 0 && (
        <VersionSpread
          rows={listed}
          refusal={deployment.progress ? "A deployment is under way" : refusal("DeployFridgeSoftware")}
          onShow={(of, version) => change((now) => withChosen(now, { ...filters, software: of, versions: [version] }))}
          onRollBack={(order, fridges) => void deployment.rollBack(order, fridges)}
        />
      )}
      {listed.length > 0 && (
        <SoftwareTable
          rows={listed}
          severalPilots={severalPilots}
          sort={sort}
          onSort={onSort}
          selection={selection}
          onHistory={setHistory}
        />
      )}
      {listed.length === 0 && !inventory.ready && !error && !locationsError && <Loading what="fridges" />}
      {listed.length === 0 && inventory.ready && (
        <Empty>
          <p>No fridge matches the filter</p>
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
          chosen={{ statuses, software, versions, pilot }}
          rows={rows}
          pilots={pilots}
          onClose={() => setFiltering(false)}
          onApply={(chosen) => {
            setFiltering(false);
            change((now) => withChosen(now, chosen));
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
      {deployment.ended && (
        <ResultDialog {...deployment.ended} onClose={deployment.dismiss} onRetry={deployment.ended.again} />
      )}
    </Page>
  );
}
