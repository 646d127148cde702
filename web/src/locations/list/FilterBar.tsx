import { Field } from "../../ui/Field";
import { SearchField } from "../../ui/SearchField";
import { ALLOCATIONS, STATUSES, type Filters } from "./filters";

interface Props {
  readonly filters: Filters;
  readonly drivers: readonly string[];
  readonly onChange: (name: keyof Filters, value: string) => void;
  /** Called when the search box loses the focus. */
  readonly onSearchBlur: () => void;
}

export function FilterBar({ filters, drivers, onChange, onSearchBlur }: Props) {
  // The driver in the URL can be missing from the list: it has no fridge in this status, or the list is still loading.
  const listedDriver = drivers.find((driver) => driver.toLowerCase() === filters.driver.toLowerCase());
  const options = filters.driver === "" || listedDriver !== undefined ? drivers : [filters.driver, ...drivers];
  return (
    <search className="filter-bar" aria-label="Locations">
      <SearchField
        label="Filter fridges"
        placeholder="Id or name"
        value={filters.text}
        onChange={(text) => onChange("text", text)}
        onBlur={onSearchBlur}
      />
      <Field label="Driver">
        {(control) => (
          <select
            {...control}
            value={listedDriver ?? filters.driver}
            onChange={(event) => onChange("driver", event.target.value)}
          >
            <option value="">All Drivers</option>
            {options.map((driver) => (
              <option key={driver}>{driver}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Status">
        {(control) => (
          <select {...control} value={filters.status} onChange={(event) => onChange("status", event.target.value)}>
            {STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Allocation">
        {(control) => (
          <select
            {...control}
            value={filters.allocation}
            onChange={(event) => onChange("allocation", event.target.value)}
          >
            <option value="">All</option>
            {ALLOCATIONS.map((allocation) => (
              <option key={allocation}>{allocation}</option>
            ))}
          </select>
        )}
      </Field>
    </search>
  );
}
