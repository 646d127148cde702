import { TIME_ZONES } from "../../locations/rules/options";
import { ControlGroup, Switch } from "../../ui/Checkbox";
import { SelectField } from "../../ui/form/SelectField";
import { SearchField } from "../../ui/SearchField";
import { PROBLEMS } from "../rules/problems";
import styles from "./filterPanel.module.css";
import { TOGGLES, type Filters, type ToggleName } from "./filters";

interface Props {
  readonly filters: Filters;
  readonly jofemarStates: readonly string[];
  readonly onChange: (part: "text" | "jofemarState" | "timezone" | "problem", value: string) => void;
  readonly onToggle: (name: ToggleName, on: boolean) => void;
  /** Called when the search box loses focus. */
  readonly onSearchBlur: () => void;
}

/** The filters (HLT-2). The worst-first view has a problem menu instead of the toggles. */
export function FilterPanel({ filters, jofemarStates, onChange, onToggle, onSearchBlur }: Props) {
  return (
    <search className={styles.filters} aria-label="Filters">
      <div className={styles.fields}>
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
        {filters.view === "worst" && (
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
        )}
      </div>
      {filters.view === "locations" && (
        <ControlGroup legend="Show fridges by state" hidesLegend layout="row">
          {TOGGLES.map(({ name, label }) => (
            <Switch key={name} label={label} checked={filters.toggles[name]} onChange={(on) => onToggle(name, on)} />
          ))}
        </ControlGroup>
      )}
    </search>
  );
}
