import { SearchField } from "../../ui/SearchField";
import { SelectField } from "../../ui/form/SelectField";
import styles from "./filterBar.module.css";
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
    <search className={styles.bar} aria-label="Locations">
      <SearchField
        label="Filter fridges"
        placeholder="Id or name"
        value={filters.text}
        onChange={(text) => onChange("text", text)}
        onBlur={onSearchBlur}
      />
      <SelectField
        label="Driver"
        value={listedDriver ?? filters.driver}
        onChange={(value) => onChange("driver", value)}
        emptyLabel="All Drivers"
        options={options}
      />
      <SelectField
        label="Status"
        value={filters.status}
        onChange={(value) => onChange("status", value)}
        options={STATUSES}
      />
      <SelectField
        label="Allocation"
        value={filters.allocation}
        onChange={(value) => onChange("allocation", value)}
        emptyLabel="All"
        options={ALLOCATIONS}
      />
    </search>
  );
}
