import { memo, type ComponentProps } from "react";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectGroup {
  readonly label: string;
  readonly options: readonly string[];
}

/** An option, or a text that is the value and the label of an option, or a labelled group of such texts. */
export type SelectEntry = string | SelectOption | SelectGroup;

export interface SelectProps extends Omit<
  ComponentProps<"select">,
  "value" | "onChange" | "children" | "multiple" | "disabled"
> {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly options: readonly SelectEntry[];
  /** The label of the first option, whose value is empty. Without it there is no such option. */
  readonly emptyLabel?: string | undefined;
  /** Why the select cannot be used; undefined if it can. It is the tooltip and the description. */
  readonly disabledReason?: string | undefined;
}

/** A native select: phones show it as a full-screen list, and keyboards select by typing. */
export function Select({ value, onChange, options, emptyLabel, disabledReason, title, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      value={value}
      disabled={disabledReason !== undefined}
      title={disabledReason ?? title}
      onChange={(event) => onChange?.(event.target.value)}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      <Options entries={options} />
    </select>
  );
}

/** Memoized, because there can be thousands of options. */
const Options = memo(function Options({ entries }: { readonly entries: readonly SelectEntry[] }) {
  return entries.map((entry) =>
    typeof entry === "string" ? (
      <option key={entry}>{entry}</option>
    ) : "options" in entry ? (
      <optgroup key={entry.label} label={entry.label}>
        <Options entries={entry.options} />
      </optgroup>
    ) : (
      <option key={entry.value} value={entry.value}>
        {entry.label}
      </option>
    ),
  );
});
