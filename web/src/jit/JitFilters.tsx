import { MARKETS } from "../routes/market";
import { CheckboxGroup } from "../ui/CheckboxGroup";
import { SearchField } from "../ui/SearchField";
import type { UrlState } from "../lib/useUrlState";
import { filtersFrom, withValues } from "./rows";

interface Props {
  /** The markets to choose from. */
  readonly markets: readonly string[];
  readonly address: UrlState;
}

/** Filters by region, market, route and location. The filters are in the address. */
export function JitFilters({ markets, address: { address, change, set, flush } }: Props) {
  const { regions, markets: chosen, route, location } = filtersFrom(address);
  const texts = [
    ["route", "Search by Route ID", route],
    ["location", "Search by Location ID", location],
  ] as const;
  return (
    <search className="jit-filters" aria-label="Stops">
      <CheckboxGroup
        label="Filter by Region"
        options={MARKETS}
        selected={regions}
        onChange={(values) => change((now) => withValues(now, "region", values))}
      />
      <CheckboxGroup
        label="Filter by Market"
        options={markets}
        selected={chosen}
        onChange={(values) => change((now) => withValues(now, "market", values))}
      />
      {texts.map(([part, label, value]) => (
        <SearchField key={part} label={label} value={value} onChange={(text) => set(part, text)} onBlur={flush} />
      ))}
    </search>
  );
}
