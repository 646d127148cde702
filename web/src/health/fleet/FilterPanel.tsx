import { TIME_ZONES } from "../../locations/rules/options";
import { Field } from "../../ui/Field";
import { SearchField } from "../../ui/SearchField";
import { PROBLEMS } from "../rules/problems";
import { TOGGLES, type Filters, type ToggleName } from "./filters";

interface Props {
  readonly filters: Filters;
  readonly jofemarStates: readonly string[];
  readonly onChange: (part: "text" | "jofemarState" | "timezone" | "problem", value: string) => void;
  readonly onToggle: (name: ToggleName, on: boolean) => void;
  /** Called when the search box loses focus. */
  readonly onSearchBlur: () => void;
}

/** The Filters panel (HLT-2). The worst-first view has a problem menu instead of the toggles. */
export function FilterPanel({ filters, jofemarStates, onChange, onToggle, onSearchBlur }: Props) {
  return (
    <search className="health-filters" aria-label="Filters">
      <SearchField
        label="Find a fridge"
        placeholder="ID or name"
        value={filters.text}
        onChange={(text) => onChange("text", text)}
        onBlur={onSearchBlur}
      />
      <Field label="Jofemar State">
        {(control) => (
          <select
            {...control}
            value={filters.jofemarState}
            onChange={(event) => onChange("jofemarState", event.target.value)}
          >
            <option value="">All</option>
            {jofemarStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Timezone">
        {(control) => (
          <select {...control} value={filters.timezone} onChange={(event) => onChange("timezone", event.target.value)}>
            <option value="">All</option>
            {TIME_ZONES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {filters.view === "worst" ? (
        <Field label="Problem">
          {(control) => (
            <select {...control} value={filters.problem} onChange={(event) => onChange("problem", event.target.value)}>
              <option value="">All fridges</option>
              <option value="any">Any problem</option>
              {PROBLEMS.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : (
        <fieldset className="health-toggles">
          <legend className="visually-hidden">Show fridges by state</legend>
          {TOGGLES.map(({ name, label }) => (
            <label key={name} className="health-toggle">
              <input
                type="checkbox"
                // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
                role="switch"
                checked={filters.toggles[name]}
                onChange={(event) => onToggle(name, event.target.checked)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </search>
  );
}
