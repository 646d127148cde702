import { TIME_ZONES } from "../../locations/rules/options";
import { SearchField } from "../../ui/SearchField";
import { SelectField } from "../../ui/form/SelectField";
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
      <SelectField
        label="Jofemar State"
        value={filters.jofemarState}
        onChange={(value) => onChange("jofemarState", value)}
        emptyLabel="All"
        options={jofemarStates}
      />
      <SelectField
        label="Timezone"
        value={filters.timezone}
        onChange={(value) => onChange("timezone", value)}
        emptyLabel="All"
        options={TIME_ZONES}
      />
      {filters.view === "worst" ? (
        <SelectField
          label="Problem"
          value={filters.problem}
          onChange={(value) => onChange("problem", value)}
          emptyLabel="All fridges"
          options={[
            { value: "any", label: "Any problem" },
            ...PROBLEMS.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
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
