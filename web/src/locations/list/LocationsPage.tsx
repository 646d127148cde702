import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { LocationStatus } from "../../api/schema";
import { BulkCommandDialog, BulkCommandsProvider } from "../../commands/BulkCommands";
import { downloadCsv, toCsv } from "../../lib/csv";
import { businessDay } from "../../lib/day";
import { formatPart } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { useMyPermissions } from "../../session/permissions";
import { RequirePermission } from "../../session/RequirePermission";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Notice } from "../../ui/Notice";
import { RefreshButton } from "../../ui/RefreshButton";
import { combineQueries } from "../../ui/query/query";
import { QueryPage } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { Empty } from "../../ui/states";
import { SavedViews, TableButtons } from "../../ui/table";
import { Toolbar, ToolbarActions } from "../../ui/Toolbar";
import { ViewSwitch } from "../../ui/ViewSwitch";
import { LazyMap } from "../map/LazyMap";
import { parseMapParams, parseViewMode, setAlsoParam, setAtParam, setFridgeParam, setViewMode } from "../map/mapParams";
import { UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { readUnknownLocation } from "../unknownLocation";
import { CSV_COLUMNS } from "./columns";
import { FilterBar } from "./FilterBar";
import { isFiltered, STATUSES } from "./filters";
import { mergeFleets } from "./fleet";
import { FleetAge } from "./FleetAge";
import { fleetQuery } from "./load";
import { driversOf } from "./locationIndex";
import { LocationsTable } from "./LocationsTable";
import { orderLocations } from "./order";
import { useFilteredLocations } from "./useFilteredLocations";
import { useFilters } from "./useFilters";

const TITLE = "Locations";
const FORBIDDEN = { activity: "view the locations", permission: "GetAllLocation" } as const;

const VIEW_MODES = [
  ["list", "List"],
  ["map", "Map"],
] as const;

/** The locations list (docs/requirements/locations.md, "List"). */
export default function LocationsPage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <BulkCommandsProvider>
        <LocationsList />
      </BulkCommandsProvider>
    </RequirePermission>
  );
}

function LocationsList() {
  const { sub } = useUser();
  const { missingPermission } = useMyPermissions();
  const navigate = useNavigate();
  const address = useLocation();
  // Filters replace the navigation state, but the notice stays.
  const [unknownId] = useState(() => readUnknownLocation(address.state));
  const queryClient = useQueryClient();
  const { filters, setFilter, flushFilters, clearFilters, sort, setSort, views, params, updateParams } = useFilters();
  const { driver, status, allocation } = filters;
  const filtered = isFiltered(filters);
  const viewMode = parseViewMode(params);
  const map = parseMapParams(params, status);
  const [toolbarElement, setToolbarElement] = useState<HTMLElement | null>(null);

  // Filtering is deferred so that it never delays typing.
  const text = useDeferredValue(filters.text);
  const otherFilters = { text, driver, allocation };
  const main = useFilteredLocations(sub, status, otherFilters);
  const fleet = main.query.data;
  const drivers = useMemo(() => driversOf(main.indexed), [main.indexed]);
  const ordered = useMemo(() => orderLocations(main.locations, driver), [main.locations, driver]);

  // The map can also show the other statuses, which load on demand.
  const [one, another] = otherStatuses(status);
  const isShownOnMap = (other: LocationStatus) => viewMode === "map" && map.extraStatuses.includes(other);
  const first = useFilteredLocations(sub, one, otherFilters, isShownOnMap(one));
  const second = useFilteredLocations(sub, another, otherFilters, isShownOnMap(another));
  const shown = useMemo(
    () =>
      mergeFleets([
        { asOf: second.query.dataUpdatedAt, locations: second.locations },
        { asOf: first.query.dataUpdatedAt, locations: first.locations },
        { asOf: main.query.dataUpdatedAt, locations: ordered },
      ]),
    [
      ordered,
      main.query.dataUpdatedAt,
      first.locations,
      first.query.dataUpdatedAt,
      second.locations,
      second.query.dataUpdatedAt,
    ],
  );
  const loading = combineQueries({ main: main.query, first: first.query, second: second.query });
  const total = [main, first, second].reduce((sum, { query }) => sum + (query.data?.locations.length ?? 0), 0);

  const refresh = () => {
    for (const each of [status, ...(viewMode === "map" ? map.extraStatuses : [])]) {
      void queryClient.invalidateQueries({ queryKey: fleetQuery(sub, each).queryKey });
    }
  };

  const showsMap = viewMode === "map" && (shown.length > 0 || map.extraStatuses.length > 0);
  // Pages that are not loaded yet can still contain matches.
  const isLoaded = shown.length > 0 || showsMap || Boolean(fleet?.asOf);
  const csvName = `locations-${businessDay()}.csv`;
  const summary = (
    <>
      {fleet && (
        <>
          <span role="status">{formatPart(shown.length, total)}</span>
          <FleetAge fleet={fleet} refreshing={loading.isFetching} />
        </>
      )}
      {/* Reserves the line of the count, so that the controls below keep their place. */}
      {!fleet && loading.isFetching && <span>Loading…</span>}
      <Link to={paths.health}>Fleet health</Link>
      <Link to={{ pathname: paths.bulkSchedule, search: address.search }}>Bulk schedule</Link>
      <Link to={paths.failedChanges}>Failed changes</Link>
    </>
  );
  const controls = (
    <>
      <BulkCommandDialog />
      {unknownId !== null && (
        <Notice tone="warning" role="alert">
          There is no location {unknownId}. Check the id, or find the location in the list.
        </Notice>
      )}
      <Toolbar>
        <FilterBar filters={filters} drivers={drivers} onChange={setFilter} onSearchBlur={flushFilters} />
        <ToolbarActions>
          <ViewSwitch
            label="Show as"
            options={VIEW_MODES}
            value={viewMode}
            onChange={(next) => updateParams((now) => setViewMode(now, next))}
          />
          <RefreshButton onRefresh={refresh} refreshing={loading.isFetching} />
          <Button
            variant="primary"
            onClick={() => void navigate(paths.createLocation)}
            disabledReason={missingPermission("CreateLocation")}
          >
            Add
          </Button>
          {viewMode === "map" && (
            <ExportButton count={shown.length} onExport={() => downloadCsv(csvName, toCsv(CSV_COLUMNS, shown))} />
          )}
          <SavedViews views={views} />
          {viewMode === "list" && <TableButtons ref={setToolbarElement} />}
        </ToolbarActions>
      </Toolbar>
    </>
  );
  const noLocations = (
    <NoLocations
      status={status}
      filtered={filtered}
      onClear={clearFilters}
      onStatus={(other) => setFilter("status", other)}
    />
  );
  return (
    <QueryPage
      title={TITLE}
      aside={summary}
      toolbar={controls}
      query={{ ...loading, data: isLoaded ? shown : undefined }}
      label="locations"
      error={() => UNABLE_TO_LOAD_LOCATIONS}
      forbidden={FORBIDDEN}
      skeleton={<Skeleton label="locations" rows={12} />}
    >
      {() => (
        <>
          {viewMode === "list" && (
            <LocationsTable
              locations={ordered}
              sort={sort}
              onSort={setSort}
              urlColumns={views.urlColumns}
              csvName={csvName}
              toolbarElement={toolbarElement}
              empty={ordered.length === 0 ? noLocations : undefined}
            />
          )}
          {showsMap && (
            <LazyMap
              {...map}
              locations={shown}
              status={status}
              filtered={filtered}
              loading={loading.isFetching}
              onExtraStatusesChange={(statuses) => updateParams((now) => setAlsoParam(now, statuses))}
              onPositionChange={(position) => updateParams((now) => setAtParam(now, position))}
              onFridgeChange={(id) => updateParams((now) => setFridgeParam(now, id))}
            />
          )}
          {viewMode === "map" && shown.length === 0 && fleet?.asOf && <Empty>{noLocations}</Empty>}
        </>
      )}
    </QueryPage>
  );
}

/** The two statuses that are not this one. */
function otherStatuses(status: LocationStatus): readonly [LocationStatus, LocationStatus] {
  const [one = status, another = status] = STATUSES.filter((other) => other !== status);
  return [one, another];
}

interface NoLocationsProps {
  readonly status: LocationStatus;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onStatus: (status: LocationStatus) => void;
}

/** The empty state. Offers the other statuses, because the location can have one of them. */
function NoLocations({ status, filtered, onClear, onStatus }: NoLocationsProps) {
  return (
    <>
      <p>{filtered ? `No ${status} locations match the filters` : `No ${status} locations`}</p>
      <Toolbar>
        {filtered && <Button onClick={onClear}>Clear filters</Button>}
        {otherStatuses(status).map((other) => (
          <Button key={other} onClick={() => onStatus(other)}>
            Show {other}
          </Button>
        ))}
      </Toolbar>
    </>
  );
}
