import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { isForbidden } from "../../api/errors";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { FilterBar } from "../list/FilterBar";
import { filterLocations } from "../list/filters";
import { fleetQuery } from "../list/load";
import { driversOf, indexLocations } from "../list/locationIndex";
import { inOrder } from "../list/order";
import { countText } from "../list/summary";
import { useFilters } from "../list/useFilters";
import "../list/locations.css";

interface Props {
  /** Those that are chosen. */
  readonly ids: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
  readonly onRemove: (ids: readonly string[]) => void;
}

/** Further ones are reached by narrowing the filters. */
const SHOWN = 50;

/** The locations list's filters, to choose from what they let through. */
export function LocationPicker({ ids, onAdd, onRemove }: Props) {
  const { sub } = useUser();
  const { filters, setFilter, settleFilters } = useFilters();
  const { driver, status, allocation } = filters;
  const { data: fleet, error, isFetching, refetch } = useQuery(fleetQuery(sub, status));
  const indexed = useMemo(() => indexLocations(fleet?.locations ?? []), [fleet?.locations]);
  const drivers = useMemo(() => driversOf(indexed), [indexed]);
  const text = useDeferredValue(filters.text);
  const listed = useMemo(
    () => inOrder(filterLocations(indexed, { text, driver, status, allocation }), { driver }, null),
    [indexed, text, driver, status, allocation],
  );
  const chosen = useMemo(() => new Set(ids), [ids]);
  const further = listed.filter(({ location }) => !chosen.has(location.id)).map(({ location }) => location.id);

  if (isForbidden(error)) return <Forbidden to="see the locations" error={error} />;
  return (
    <>
      <FilterBar filters={filters} drivers={drivers} onChange={setFilter} onTyped={settleFilters} />
      {error && (
        <Failure
          message="Unable to load locations, Please check your internet and your permissions"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!fleet && isFetching && <Loading what="locations" />}
      {fleet && (
        <div className="bulk-line">
          <span role="status">{countText(listed.length, fleet.locations.length)}</span>
          <Button
            onClick={() => onAdd(further)}
            disabledReason={further.length === 0 ? "All of these are chosen" : undefined}
          >
            Add all {further.length}
          </Button>
        </div>
      )}
      {fleet && listed.length === 0 && <Empty>No {status} location matches the filters</Empty>}
      <ul className="bulk-offered">
        {listed.slice(0, SHOWN).map(({ location: { id, prettyName } }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={(event) => (event.target.checked ? onAdd([id]) : onRemove([id]))}
              />
              <strong>{id}</strong> <span className="muted">{prettyName}</span>
            </label>
          </li>
        ))}
      </ul>
      {listed.length > SHOWN && (
        <p className="muted">{listed.length - SHOWN} more match: narrow the filters to pick among them.</p>
      )}
    </>
  );
}
