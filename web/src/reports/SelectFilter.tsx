import { memo } from "react";
import { Field } from "../ui/Field";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  /** The label of the option that selects everything. */
  readonly allLabel: string;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters a report by one value, or by none. */
export function SelectFilter({ label, allLabel, options, value, onChange }: Props) {
  // The selected value from the URL may be on a page that is not loaded yet.
  const isMissing = value !== "" && options.every((option) => option.value !== value);
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{allLabel}</option>
          {isMissing && <option value={value}>{value}</option>}
          <Options options={options} />
        </select>
      )}
    </Field>
  );
}

/** Memoized, because there can be thousands of options. */
const Options = memo(function Options({ options }: { readonly options: readonly SelectOption[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});
