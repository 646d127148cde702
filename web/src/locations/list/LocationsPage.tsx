import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { isForbidden } from "../../api/errors";
import type { LocationStatus } from "../../api/schema";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { LookSwitch } from "../../ui/LookSwitch";
import { Page } from "../../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { lookFrom, mapFrom, withAlso, withAt, withFridge, withLook } from "../map/address";
import { LazyMap } from "../map/LazyMap";
import { exportLocations } from "./exportCsv";
import { FilterBar } from "./FilterBar";
import { isNarrowed, STATUSES } from "./filters";
import { FleetAge } from "./FleetAge";
import { fleetQuery } from "./load";
import { together } from "./fleet";
import { driversOf } from "./locationIndex";
import { LocationsTable } from "./LocationsTable";
import { inOrder } from "./order";
import { countText } from "./summary";
import { useFilters } from "./useFilters";
import { useListed } from "./useListed";
import "./locations.css";

const TITLE = "Locations";
const FAILURE = "Unable to load locations, Please check your internet and your permissions";

/** The same locations as a list or on the map. */
const LOOKS = [
  ["list", "List"],
  ["map", "Map"],
] as const;

/** The locations list (spec, section 2.6). */
export default function LocationsPage() {
  const { may } = useMyPermissions();
  return may("GetAllLocation") ? <LocationsList /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden to="see the locations" error={error} />
    </Page>
  );
}

function LocationsList() {
  const { sub } = useUser();
  const { refusal } = useMyPermissions();
  const navigate = useNavigate();
  const { search } = useLocation();
  const queryClient = useQueryClient();
  const { filters, setFilter, settleFilters, clearFilters, sort, setSort, address, changeAddress } = useFilters();
  const { driver, status, allocation } = filters;
  const look = lookFrom(address);
  const map = mapFrom(address, status);

  // The list follows the typing as fast as it can; the typing never waits for it.
  const text = useDeferredValue(filters.text);
  const narrowing = { text, driver, allocation };
  const main = useListed(sub, status, narrowing);
  const { fleet, filtered } = main;
  const drivers = useMemo(() => driversOf(main.indexed), [main.indexed]);
  const listed = useMemo(() => inOrder(filtered, { driver }, sort), [filtered, driver, sort]);

  // The map shows those of other statuses besides, when asked.
  const [one, another] = others(status);
  const wanted = (other: LocationStatus) => look === "map" && map.also.includes(other);
  const first = useListed(sub, one, narrowing, wanted(one));
  const second = useListed(sub, another, narrowing, wanted(another));
  const shown = useMemo(
    () =>
      together([
        { asOf: second.asOf, locations: second.filtered.map(({ location }) => location) },
        { asOf: first.asOf, locations: first.filtered.map(({ location }) => location) },
        { asOf: main.asOf, locations: listed.map(({ location }) => location) },
      ]),
    [listed, main.asOf, first.filtered, first.asOf, second.filtered, second.asOf],
  );
  const parts = [main, first, second];
  const error = parts.find((part) => part.error)?.error;
  const isFetching = parts.some((part) => part.isFetching);
  const total = parts.reduce((sum, part) => sum + (part.fleet?.locations.length ?? 0), 0);

  const refresh = () => {
    for (const each of [status, ...(look === "map" ? map.also : [])]) {
      void queryClient.invalidateQueries({ queryKey: fleetQuery(sub, each).queryKey });
    }
  };
  const retry = () => {
    for (const part of parts) if (part.error) void part.refetch();
  };

  if (isForbidden(error)) return <NotAllowed error={error} />;

  // What is looked for may be on a page that is still to come.
  const moreComing = isFetching && !fleet?.asOf;
  const summary = (
    <>
      {fleet && (
        <>
          <span role="status">{countText(shown.length, total)}</span>
          <FleetAge fleet={fleet} refreshing={isFetching} />
        </>
      )}
      <Link to="/portfoliohealth">Fleet health</Link>
      <Link to={{ pathname: "/locations/bulk_schedule", search }}>Bulk schedule</Link>
      <Link to="/locations/schedule">Failed changes</Link>
    </>
  );
  return (
    <Page title={TITLE} aside={summary}>
      <div className="locations-controls">
        <FilterBar filters={filters} drivers={drivers} onChange={setFilter} onTyped={settleFilters} />
        <div className="locations-actions">
          <LookSwitch
            label="Show as"
            looks={LOOKS}
            look={look}
            onLook={(next) => changeAddress((now) => withLook(now, next))}
          />
          <Button onClick={refresh} busy={isFetching} busyText="Refreshing…">
            Refresh
          </Button>
          <ExportButton count={shown.length} onExport={() => exportLocations(shown, new Date())} />
          <Button
            look="primary"
            onClick={() => void navigate("/locations/new")}
            disabledReason={refusal("CreateLocation")}
          >
            Add
          </Button>
        </div>
      </div>
      {error && <Failure message={FAILURE} onRetry={retry} retrying={isFetching} />}
      {look === "list" && shown.length > 0 && <LocationsTable locations={listed} sort={sort} onSort={setSort} />}
      {look === "map" && (shown.length > 0 || map.also.length > 0) && (
        <LazyMap
          {...map}
          locations={shown}
          status={status}
          narrowed={isNarrowed(filters)}
          loading={isFetching}
          onAlso={(also) => changeAddress((now) => withAlso(now, also))}
          onAt={(at) => changeAddress((now) => withAt(now, at))}
          onFridge={(id) => changeAddress((now) => withFridge(now, id))}
        />
      )}
      {shown.length === 0 && moreComing && <Loading what="locations" />}
      {shown.length === 0 && fleet && !moreComing && (
        <NothingListed
          status={status}
          narrowed={isNarrowed(filters)}
          onClear={clearFilters}
          onStatus={(other) => setFilter("status", other)}
        />
      )}
    </Page>
  );
}

/** The two statuses that are not this one. */
function others(status: LocationStatus): readonly [LocationStatus, LocationStatus] {
  const [one = status, another = status] = STATUSES.filter((other) => other !== status);
  return [one, another];
}

interface NothingListedProps {
  readonly status: LocationStatus;
  readonly narrowed: boolean;
  readonly onClear: () => void;
  readonly onStatus: (status: LocationStatus) => void;
}

/** What somebody looks for and does not find here may well have another status. */
function NothingListed({ status, narrowed, onClear, onStatus }: NothingListedProps) {
  return (
    <Empty>
      <p>{narrowed ? `No ${status} location matches the filters` : `There is no ${status} location`}</p>
      <div className="locations-elsewhere">
        {narrowed && <Button onClick={onClear}>Clear filters</Button>}
        {others(status).map((other) => (
          <Button key={other} onClick={() => onStatus(other)}>
            Look among {other}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
