import { MARKETS, ALL_MARKETS } from "../../routes/market";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Field } from "../../ui/Field";
import { Empty, Failure, Loading } from "../../ui/states";
import { selectedRoutes, marketsOf, availableRoutes, type PlannedRoute } from "./routeSelection";
import type { Filters } from "./filters";
import { RoutesPicker } from "./RoutesPicker";

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly onSearch: () => void;
  /** The day's routes; undefined while loading. */
  readonly routes: readonly PlannedRoute[] | undefined;
  /** Why the routes could not be loaded. */
  readonly failure: string | undefined;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** The filters of the dashboard (STK-1). */
export function DashboardFilters({ filters, onChange, onSearch, routes, failure, onRetry, retrying }: Props) {
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
      className="stocking-filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (selected.length > 0) onSearch();
      }}
    >
      <div className="stocking-filters-line">
        <DateField
          label="Drop Off Date"
          value={filters.date}
          onChange={(date) => onChange({ ...filters, date, routes: undefined })}
        />
        <Field label="Region">
          {(control) => (
            <select
              {...control}
              value={filters.region ?? ALL_MARKETS}
              onChange={(event) => {
                const region = MARKETS.find((market) => market === event.target.value);
                onChange({ ...filters, region, market: undefined, routes: undefined });
              }}
            >
              {[ALL_MARKETS, ...MARKETS].map((region) => (
                <option key={region}>{region}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Market">
          {(control) => (
            <select
              {...control}
              value={filters.market ?? ALL_MARKETS}
              onChange={(event) => {
                const market = event.target.value === ALL_MARKETS ? undefined : event.target.value;
                onChange({ ...filters, market, routes: undefined });
              }}
            >
              {[...new Set([ALL_MARKETS, ...markets, ...(filters.market ? [filters.market] : [])])].map((market) => (
                <option key={market}>{market}</option>
              ))}
            </select>
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          disabledReason={selected.length === 0 ? "Select at least one route" : undefined}
        >
          Search
        </Button>
      </div>
      {failure !== undefined && <Failure message={failure} onRetry={onRetry} retrying={retrying} />}
      {!routes && failure === undefined && <Loading label="routes" />}
      {routes && available.length === 0 && (
        <Empty>
          <p>{routes.length === 0 ? "No routes available for given date" : "No routes match this region and market"}</p>
        </Empty>
      )}
      {available.length > 0 && (
        <RoutesPicker
          available={available}
          selected={new Set(selected.map(({ route }) => route))}
          onSelect={selectRoutes}
        />
      )}
    </form>
  );
}
