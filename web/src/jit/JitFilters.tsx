import { MARKETS } from "../routes/market";
import { CheckList } from "../ui/CheckList";
import { SearchField } from "../ui/SearchField";
import type { Address } from "../ui/useAddress";
import { filtersFrom, withAll } from "./rows";

interface Props {
  /** Those that can be chosen. */
  readonly markets: readonly string[];
  readonly address: Address;
}

/** By region, by market, by route and by location: kept in the address. */
export function JitFilters({ markets, address: { address, change, set, settle } }: Props) {
  const { regions, markets: chosen, route, location } = filtersFrom(address);
  const texts = [
    ["route", "Search by Route ID", route],
    ["location", "Search by Location ID", location],
  ] as const;
  return (
    <search className="jit-filters" aria-label="Stops">
      <CheckList
        label="Filter by Region"
        options={MARKETS}
        chosen={regions}
        onChoose={(values) => change((now) => withAll(now, "region", values))}
      />
      <CheckList
        label="Filter by Market"
        options={markets}
        chosen={chosen}
        onChoose={(values) => change((now) => withAll(now, "market", values))}
      />
      {texts.map(([part, label, value]) => (
        <SearchField key={part} label={label} value={value} onChange={(text) => set(part, text)} onLeave={settle} />
      ))}
    </search>
  );
}
