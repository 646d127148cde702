import { memo } from "react";
import { Field } from "../ui/Field";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  /** What it says while nothing is chosen. */
  readonly all: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

/** One of what a report has, or all. */
export function ChoiceFilter({ label, all, choices, chosen, onChoose }: Props) {
  // What the address asks for may come with a later page.
  const missing = chosen !== "" && choices.every(({ value }) => value !== chosen);
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{all}</option>
          {missing && <option value={chosen}>{chosen}</option>}
          <Options choices={choices} />
        </select>
      )}
    </Field>
  );
}

/** Thousands of fridges are drawn once. */
const Options = memo(function Options({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});
