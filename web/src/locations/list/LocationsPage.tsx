import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import { formatPart } from "../../lib/formats";
import type { LocationStatus } from "../../api/schema";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { ViewSwitch } from "../../ui/ViewSwitch";
import { Empty } from "../../ui/states";
import { parseViewMode, parseMapParams, setAlsoParam, setAtParam, setFridgeParam, setViewMode } from "../map/mapParams";
import { LazyMap } from "../map/LazyMap";
import { UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { QueryPage } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { RequirePermission } from "../../session/RequirePermission";
import { exportLocations } from "./exportCsv";
import { FilterBar } from "./FilterBar";
import { isFiltered, STATUSES } from "./filters";
import { FleetAge } from "./FleetAge";
import { fleetQuery } from "./load";
import { mergeFleets } from "./fleet";
import { driversOf } from "./locationIndex";
import { LocationsTable } from "./LocationsTable";
import { sortLocations } from "./order";
import { useFilters } from "./useFilters";
import { useFilteredLocations } from "./useFilteredLocations";
import "./locations.css";

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
      <LocationsList />
    </RequirePermission>
  );
}

function LocationsList() {
  const { sub } = useUser();
  const { missingPermission } = useMyPermissions();
  const navigate = useNavigate();
  const { search } = useLocation();
  const queryClient = useQueryClient();
  const { filters, setFilter, flushFilters, clearFilters, sort, setSort, params, updateParams } = useFilters();
  const { driver, status, allocation } = filters;
  const viewMode = parseViewMode(params);
  const map = parseMapParams(params, status);

  // Filtering is deferred so that it never delays typing.
  const text = useDeferredValue(filters.text);
  const otherFilters = { text, driver, allocation };
  const main = useFilteredLocations(sub, status, otherFilters);
  const { fleet, filtered } = main;
  const drivers = useMemo(() => driversOf(main.indexed), [main.indexed]);
  const sorted = useMemo(() => sortLocations(filtered, { driver }, sort), [filtered, driver, sort]);

  // The map can also show the other statuses, which load on demand.
  const [one, another] = otherStatuses(status);
  const isShownOnMap = (other: LocationStatus) => viewMode === "map" && map.extraStatuses.includes(other);
  const first = useFilteredLocations(sub, one, otherFilters, isShownOnMap(one));
  const second = useFilteredLocations(sub, another, otherFilters, isShownOnMap(another));
  const shown = useMemo(
    () =>
      mergeFleets([
        { asOf: second.asOf, locations: second.filtered.map(({ location }) => location) },
        { asOf: first.asOf, locations: first.filtered.map(({ location }) => location) },
        { asOf: main.asOf, locations: sorted.map(({ location }) => location) },
      ]),
    [sorted, main.asOf, first.filtered, first.asOf, second.filtered, second.asOf],
  );
  const parts = [main, first, second];
  const error = parts.find((part) => part.error)?.error;
  const isFetching = parts.some((part) => part.isFetching);
  const total = parts.reduce((sum, part) => sum + (part.fleet?.locations.length ?? 0), 0);

  const refresh = () => {
    for (const each of [status, ...(viewMode === "map" ? map.extraStatuses : [])]) {
      void queryClient.invalidateQueries({ queryKey: fleetQuery(sub, each).queryKey });
    }
  };
  const retry = () => {
    for (const part of parts) if (part.error) void part.refetch();
  };

  // More pages can still contain matches.
  const isLoadingMore = isFetching && !fleet?.asOf;
  const showsMap = viewMode === "map" && (shown.length > 0 || map.extraStatuses.length > 0);
  const query = {
    data: shown.length > 0 || showsMap || (fleet && !isLoadingMore) ? shown : undefined,
    error: error ?? null,
    isFetching,
    dataUpdatedAt: main.asOf ?? 0,
    refetch: retry,
  };
  const summary = (
    <>
      {fleet && (
        <>
          <span role="status">{formatPart(shown.length, total)}</span>
          <FleetAge fleet={fleet} refreshing={isFetching} />
        </>
      )}
      <Link to={paths.health}>Fleet health</Link>
      <Link to={{ pathname: paths.bulkSchedule, search }}>Bulk schedule</Link>
      <Link to={paths.failedChanges}>Failed changes</Link>
    </>
  );
  const controls = (
    <div className="locations-controls">
      <FilterBar filters={filters} drivers={drivers} onChange={setFilter} onSearchBlur={flushFilters} />
      <div className="locations-actions">
        <ViewSwitch
          label="Show as"
          options={VIEW_MODES}
          value={viewMode}
          onChange={(next) => updateParams((now) => setViewMode(now, next))}
        />
        <Button onClick={refresh} busy={isFetching} busyText="Refreshing…">
          Refresh
        </Button>
        <ExportButton count={shown.length} onExport={() => exportLocations(shown, new Date())} />
        <Button
          variant="primary"
          onClick={() => void navigate(paths.createLocation)}
          disabledReason={missingPermission("CreateLocation")}
        >
          Add
        </Button>
      </div>
    </div>
  );
  return (
    <QueryPage
      title={TITLE}
      aside={summary}
      toolbar={controls}
      query={query}
      label="locations"
      error={() => UNABLE_TO_LOAD_LOCATIONS}
      forbidden={FORBIDDEN}
      skeleton={<Skeleton label="locations" rows={12} />}
    >
      {() => (
        <>
          {viewMode === "list" && shown.length > 0 && (
            <LocationsTable locations={sorted} sort={sort} onSort={setSort} />
          )}
          {showsMap && (
            <LazyMap
              {...map}
              locations={shown}
              status={status}
              filtered={isFiltered(filters)}
              loading={isFetching}
              onExtraStatusesChange={(statuses) => updateParams((now) => setAlsoParam(now, statuses))}
              onPositionChange={(position) => updateParams((now) => setAtParam(now, position))}
              onFridgeChange={(id) => updateParams((now) => setFridgeParam(now, id))}
            />
          )}
          {shown.length === 0 && fleet && !isLoadingMore && (
            <NoLocations
              status={status}
              filtered={isFiltered(filters)}
              onClear={clearFilters}
              onStatus={(other) => setFilter("status", other)}
            />
          )}
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
    <Empty>
      <p>{filtered ? `No ${status} locations match the filters` : `No ${status} locations`}</p>
      <div className="locations-other-statuses">
        {filtered && <Button onClick={onClear}>Clear filters</Button>}
        {otherStatuses(status).map((other) => (
          <Button key={other} onClick={() => onStatus(other)}>
            Show {other}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
