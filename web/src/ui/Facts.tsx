import type { ReactNode } from "react";
import styles from "./facts.module.css";

interface Props {
  /** Each label with its value. Facts whose value is null or undefined are omitted. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  /** `list` for a fact per line, `row` for facts side by side with the label above the value. */
  readonly layout?: "list" | "row";
  /** The accessible name. */
  readonly label?: string;
}

/** Labels with their values, such as the properties of a fridge. */
export function Facts({ facts, layout = "list", label }: Props) {
  return (
    <dl className={styles.facts} data-layout={layout} aria-label={label}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
