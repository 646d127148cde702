import { MARKETS, ALL } from "../../routes/market";
import { Button } from "../../ui/Button";
import { DateField } from "../../ui/DateField";
import { Field } from "../../ui/Field";
import { Empty, Failure, Loading } from "../../ui/states";
import { chosenRoutes, marketsOf, offeredRoutes, type PlannedRoute } from "./choice";
import type { Filters } from "./filters";
import { RoutesPicker } from "./RoutesPicker";

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly onSearch: () => void;
  /** The day's routes; nothing while they are not known. */
  readonly routes: readonly PlannedRoute[] | undefined;
  /** Why they are not known. */
  readonly failure: string | undefined;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** What to look at (spec of fleet operations, 2.4). */
export function DashboardFilters({ filters, onChange, onSearch, routes, failure, onRetry, retrying }: Props) {
  const offered = offeredRoutes(routes ?? [], filters);
  const chosen = chosenRoutes(routes ?? [], filters);
  const markets = marketsOf(routes ?? [], filters);

  const choose = (names: readonly string[]) => {
    const wanted = new Set(names);
    // All of them are no choice: routes that are uploaded later belong to it.
    const all = offered.every(({ route }) => wanted.has(route));
    onChange({ ...filters, routes: all ? undefined : names });
  };

  return (
    <form
      className="stocking-filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) onSearch();
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
              value={filters.region ?? ALL}
              onChange={(event) => {
                const region = MARKETS.find((market) => market === event.target.value);
                onChange({ ...filters, region, market: undefined, routes: undefined });
              }}
            >
              {[ALL, ...MARKETS].map((region) => (
                <option key={region}>{region}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Market">
          {(control) => (
            <select
              {...control}
              value={filters.market ?? ALL}
              onChange={(event) => {
                const market = event.target.value === ALL ? undefined : event.target.value;
                onChange({ ...filters, market, routes: undefined });
              }}
            >
              {[...new Set([ALL, ...markets, ...(filters.market ? [filters.market] : [])])].map((market) => (
                <option key={market}>{market}</option>
              ))}
            </select>
          )}
        </Field>
        <Button
          type="submit"
          look="primary"
          disabledReason={chosen.length === 0 ? "Choose at least one route" : undefined}
        >
          Search
        </Button>
      </div>
      {failure !== undefined && <Failure message={failure} onRetry={onRetry} retrying={retrying} />}
      {!routes && failure === undefined && <Loading what="routes" />}
      {routes && offered.length === 0 && (
        <Empty>
          <p>{routes.length === 0 ? "No routes available for given date" : "No route is in this region and market"}</p>
        </Empty>
      )}
      {offered.length > 0 && (
        <RoutesPicker offered={offered} chosen={new Set(chosen.map(({ route }) => route))} onChoose={choose} />
      )}
    </form>
  );
}
