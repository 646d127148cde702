import { MARKETS } from "../routes/market";
import { CheckList } from "../ui/CheckList";
import { Field } from "../ui/Field";
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
        <Field key={part} label={label}>
          {(control) => (
            <input
              {...control}
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={value}
              onChange={(event) => set(part, event.target.value)}
              onBlur={settle}
            />
          )}
        </Field>
      ))}
    </search>
  );
}
