import { useMemo } from "react";
import type { SelectEntry } from "../ui/form/Select";
import { SelectField } from "../ui/form/SelectField";

interface Props {
  readonly label: string;
  /** The label of the option that selects everything. */
  readonly allLabel: string;
  readonly options: readonly SelectEntry[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters a report by one value, or by none. */
export function SelectFilter({ label, allLabel, options, value, onChange }: Props) {
  // The selected value from the URL may be on a page that is not loaded yet.
  const isMissing =
    value !== "" &&
    options.every((option) => (typeof option === "string" ? option : "value" in option && option.value) !== value);
  // The select renders its options again only if the list is another one.
  const shown = useMemo(() => (isMissing ? [value, ...options] : options), [isMissing, value, options]);
  return <SelectField label={label} value={value} onChange={onChange} emptyLabel={allLabel} options={shown} />;
}
