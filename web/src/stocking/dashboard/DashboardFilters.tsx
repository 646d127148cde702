import type { ReactNode } from "react";
import { MARKETS, ALL_MARKETS } from "../../routes/market";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/form/DateField";
import { SelectField } from "../../ui/form/SelectField";
import { QueryView } from "../../ui/query/QueryView";
import type { QueryState } from "../../ui/query/query";
import { Toolbar } from "../../ui/Toolbar";
import styles from "./dashboardFilters.module.css";
import { ROUTES_FAILURE } from "./useDay";
import { selectedRoutes, marketsOf, availableRoutes, type PlannedRoute } from "./routeSelection";
import type { Filters } from "./filters";
import { RoutesPicker } from "./RoutesPicker";

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly onSearch: () => void;
  /** The day's routes. */
  readonly query: QueryState<readonly PlannedRoute[]>;
  /** Notices about data that the routes also work without. */
  readonly children: ReactNode;
}

/** The filters of the dashboard (STK-1). */
export function DashboardFilters({ filters, onChange, onSearch, query, children }: Props) {
  const routes = query.data;
  const available = availableRoutes(routes ?? [], filters);
  const selected = selectedRoutes(routes ?? [], filters);
  const markets = marketsOf(routes ?? [], filters);

  const selectRoutes = (names: readonly string[]) => {
    const selection = new Set(names);
    // "All" is stored as undefined, so that it includes routes that are uploaded later.
    const isAll = available.every(({ route }) => selection.has(route));
    onChange({ ...filters, routes: isAll ? undefined : names });
  };

  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        if (selected.length > 0) onSearch();
      }}
    >
      <Toolbar>
        <DateField
          label="Drop Off Date"
          value={filters.date}
          onChange={(date) => onChange({ ...filters, date, routes: undefined })}
        />
        <SelectField
          label="Region"
          value={filters.region ?? ALL_MARKETS}
          onChange={(value) => {
            const region = MARKETS.find((market) => market === value);
            onChange({ ...filters, region, market: undefined, routes: undefined });
          }}
          options={[ALL_MARKETS, ...MARKETS]}
        />
        <SelectField
          label="Market"
          value={filters.market ?? ALL_MARKETS}
          onChange={(value) => {
            const market = value === ALL_MARKETS ? undefined : value;
            onChange({ ...filters, market, routes: undefined });
          }}
          options={[...new Set([ALL_MARKETS, ...markets, ...(filters.market ? [filters.market] : [])])]}
        />
        <Button
          type="submit"
          variant="primary"
          disabledReason={selected.length === 0 ? "Select at least one route" : undefined}
        >
          Search
        </Button>
      </Toolbar>
      {children}
      <QueryView
        query={query}
        label="routes"
        error={ROUTES_FAILURE}
        forbidden={{ activity: "view routes", permission: "GetUniqueRoutes" }}
        isEmpty={() => available.length === 0}
        empty={(all) =>
          all.length === 0
            ? { title: "No routes available for given date", text: "Choose another date." }
            : { title: "No routes match this region and market" }
        }
      >
        {() => (
          <RoutesPicker
            available={available}
            selected={new Set(selected.map(({ route }) => route))}
            onSelect={selectRoutes}
          />
        )}
      </QueryView>
    </form>
  );
}
