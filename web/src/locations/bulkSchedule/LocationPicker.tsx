import { useDeferredValue, useMemo } from "react";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { QueryView } from "../../ui/query/QueryView";
import { DataTable, id, tableColumns, text } from "../../ui/table";
import { FilterBar } from "../list/FilterBar";
import { driversOf, type LocationSummary } from "../list/locationIndex";
import { orderLocations } from "../list/order";
import { useFilteredLocations } from "../list/useFilteredLocations";
import { useFilters } from "../list/useFilters";
import { UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";

interface Props {
  /** The ids of the selected locations. */
  readonly ids: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
  readonly onRemove: (ids: readonly string[]) => void;
}

const COLUMNS = tableColumns<LocationSummary>([
  id("id", { label: "Id", value: (location) => location.id, rowHeader: true }),
  text("prettyName", { label: "Name", value: ({ prettyName }) => prettyName }),
  text("route", { label: "Route", value: ({ route }) => route, minWidth: 6, grow: 1, priority: 2 }),
]);

const rowId = (location: LocationSummary) => location.id;
const labelOf = (location: LocationSummary) => `${location.id} ${location.prettyName}`;

/** The height of the table, in pixels. */
const HEIGHT = 360;

/** Selects locations with the filters of the locations list. */
export function LocationPicker({ ids, onAdd, onRemove }: Props) {
  const { sub } = useUser();
  const { filters, setFilter, flushFilters } = useFilters();
  const { driver, status, allocation } = filters;
  const text = useDeferredValue(filters.text);
  const { query, indexed, locations } = useFilteredLocations(sub, status, { text, driver, allocation });
  const drivers = useMemo(() => driversOf(indexed), [indexed]);
  const listed = useMemo(() => orderLocations(locations, driver), [locations, driver]);
  const selected = useMemo(() => new Set(ids), [ids]);
  const unselected = listed.map(rowId).filter((location) => !selected.has(location));

  return (
    <QueryView
      query={query}
      label="locations"
      error={() => UNABLE_TO_LOAD_LOCATIONS}
      forbidden={{ activity: "view the locations", permission: "GetAllLocation" }}
      toolbar={<FilterBar filters={filters} drivers={drivers} onChange={setFilter} onSearchBlur={flushFilters} />}
    >
      {(fleet) => (
        <DataTable
          name="bulk-schedule-locations"
          label="Locations"
          columns={COLUMNS}
          rows={listed}
          rowId={rowId}
          total={fleet.locations.length}
          height={HEIGHT}
          selection={{
            selected,
            onSelect: (changed, isSelected) => (isSelected ? onAdd(changed) : onRemove(changed)),
            label: labelOf,
          }}
          actions={
            <Button
              onClick={() => onAdd(unselected)}
              disabledReason={unselected.length === 0 ? "All of these are already selected" : undefined}
            >
              Add all {unselected.length}
            </Button>
          }
          empty={`No ${status} locations match the filters`}
        />
      )}
    </QueryView>
  );
}
