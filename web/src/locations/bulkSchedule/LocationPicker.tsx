import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { formatPart } from "../../lib/formats";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/states";
import { FilterBar } from "../list/FilterBar";
import { filterLocations } from "../list/filters";
import { fleetState } from "../list/fleetState";
import { fleetQuery } from "../list/load";
import { driversOf, indexLocations } from "../list/locationIndex";
import { sortLocations } from "../list/order";
import { useFilters } from "../list/useFilters";
import { UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { QueryView } from "../../ui/query/QueryView";
import "../list/locations.css";

interface Props {
  /** The ids of the selected locations. */
  readonly ids: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
  readonly onRemove: (ids: readonly string[]) => void;
}

/** Users refine the filters to see more. */
const MAX_LISTED = 50;

/** Selects locations with the filters of the locations list. */
export function LocationPicker({ ids, onAdd, onRemove }: Props) {
  const { sub } = useUser();
  const { filters, setFilter, flushFilters } = useFilters();
  const { driver, status, allocation } = filters;
  const query = fleetState(useQuery(fleetQuery(sub, status)));
  const fleet = query.data;
  const indexed = useMemo(() => indexLocations(fleet?.locations ?? []), [fleet?.locations]);
  const drivers = useMemo(() => driversOf(indexed), [indexed]);
  const text = useDeferredValue(filters.text);
  const matching = useMemo(
    () => sortLocations(filterLocations(indexed, { text, driver, status, allocation }), { driver }, null),
    [indexed, text, driver, status, allocation],
  );
  const selected = useMemo(() => new Set(ids), [ids]);
  const unselected = matching.filter(({ location }) => !selected.has(location.id)).map(({ location }) => location.id);

  return (
    <QueryView
      query={query}
      label="locations"
      error={() => UNABLE_TO_LOAD_LOCATIONS}
      forbidden={{ activity: "view the locations", permission: "GetAllLocation" }}
      toolbar={<FilterBar filters={filters} drivers={drivers} onChange={setFilter} onSearchBlur={flushFilters} />}
    >
      {({ locations }) => (
        <>
          <div className="bulk-row">
            <span role="status">{formatPart(matching.length, locations.length)}</span>
            <Button
              onClick={() => onAdd(unselected)}
              disabledReason={unselected.length === 0 ? "All of these are already selected" : undefined}
            >
              Add all {unselected.length}
            </Button>
          </div>
          {matching.length === 0 && <Empty>No {status} locations match the filters</Empty>}
          <ul className="bulk-options">
            {matching.slice(0, MAX_LISTED).map(({ location: { id, prettyName } }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={selected.has(id)}
                    onChange={(event) => (event.target.checked ? onAdd([id]) : onRemove([id]))}
                  />
                  <strong>{id}</strong> <span className="muted">{prettyName}</span>
                </label>
              </li>
            ))}
          </ul>
          {matching.length > MAX_LISTED && (
            <p className="muted">{matching.length - MAX_LISTED} more match. Refine the filters to see them.</p>
          )}
        </>
      )}
    </QueryView>
  );
}
