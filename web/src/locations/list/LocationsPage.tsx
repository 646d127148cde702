import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { Link, useNavigate } from "react-router";
import { isForbidden } from "../../api/errors";
import type { LocationStatus } from "../../api/schema";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Page } from "../../ui/Page";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { exportLocations } from "./exportCsv";
import { FilterBar } from "./FilterBar";
import { filterLocations, isNarrowed, STATUSES } from "./filters";
import { FleetAge } from "./FleetAge";
import { fleetQuery } from "./load";
import { driversOf, indexLocations } from "./locationIndex";
import { LocationsTable } from "./LocationsTable";
import { inOrder } from "./order";
import { countText } from "./summary";
import { useFilters } from "./useFilters";
import "./locations.css";

const TITLE = "Locations";
const FAILURE = "Unable to load locations, Please check your internet and your permissions";

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
  const queryClient = useQueryClient();
  const { filters, setFilter, clearFilters, sort, setSort } = useFilters();
  const { driver, status, allocation } = filters;

  const query = fleetQuery(sub, status);
  const { data: fleet, error, isFetching, refetch } = useQuery(query);
  const indexed = useMemo(() => indexLocations(fleet?.locations ?? []), [fleet?.locations]);
  const drivers = useMemo(() => driversOf(indexed), [indexed]);

  // The list follows the typing as fast as it can; the typing never waits for it.
  const text = useDeferredValue(filters.text);
  const filtered = useMemo(
    () => filterLocations(indexed, { text, driver, status, allocation }),
    [indexed, text, driver, status, allocation],
  );
  const listed = useMemo(() => inOrder(filtered, { driver }, sort), [filtered, driver, sort]);

  if (isForbidden(error)) return <NotAllowed error={error} />;

  // What is looked for may be on a page that is still to come.
  const moreComing = isFetching && !fleet?.asOf;
  const summary = (
    <>
      {fleet && (
        <>
          <span role="status">{countText(listed.length, fleet.locations.length)}</span>
          <FleetAge fleet={fleet} refreshing={isFetching} />
        </>
      )}
      <Link to="/locations/schedule">Failed changes</Link>
    </>
  );
  return (
    <Page title={TITLE} aside={summary}>
      <div className="locations-controls">
        <FilterBar filters={filters} drivers={drivers} onChange={setFilter} />
        <div className="locations-actions">
          <Button
            onClick={() => void queryClient.invalidateQueries({ queryKey: query.queryKey })}
            busy={isFetching}
            busyText="Refreshing…"
          >
            Refresh
          </Button>
          <Button
            onClick={() =>
              exportLocations(
                listed.map(({ location }) => location),
                new Date(),
              )
            }
            disabledReason={listed.length === 0 ? "There is nothing to export" : undefined}
          >
            Export CSV
          </Button>
          <Button
            look="primary"
            onClick={() => void navigate("/locations/new")}
            disabledReason={refusal("CreateLocation")}
          >
            Add
          </Button>
        </div>
      </div>
      {error && <Failure message={FAILURE} onRetry={() => void refetch()} retrying={isFetching} />}
      {listed.length > 0 && <LocationsTable locations={listed} sort={sort} onSort={setSort} />}
      {listed.length === 0 && moreComing && <Loading what="locations" />}
      {listed.length === 0 && fleet && !moreComing && (
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

interface NothingListedProps {
  readonly status: LocationStatus;
  readonly narrowed: boolean;
  readonly onClear: () => void;
  readonly onStatus: (status: LocationStatus) => void;
}

/** What somebody looks for and does not find here may well have another status. */
function NothingListed({ status, narrowed, onClear, onStatus }: NothingListedProps) {
  const others = STATUSES.filter((other) => other !== status);
  return (
    <Empty>
      <p>{narrowed ? `No ${status} location matches the filters` : `There is no ${status} location`}</p>
      <div className="locations-elsewhere">
        {narrowed && <Button onClick={onClear}>Clear filters</Button>}
        {others.map((other) => (
          <Button key={other} onClick={() => onStatus(other)}>
            Look among {other}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
