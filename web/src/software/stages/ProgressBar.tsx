import type { CSSProperties } from "react";
import { formatNumber } from "../../lib/formats";
import { Muted } from "../../ui/text";
import { shownCounts, totalOf, type Counts } from "../rules/stages";
import styles from "./stages.module.css";

/** The fridges by state: a bar, and the counts as text. */
export function ProgressBar({ counts }: { readonly counts: Counts }) {
  const shown = shownCounts(counts);
  return (
    <>
      <span className={styles.bar} aria-hidden="true">
        {shown.map(({ state, fridges }) => (
          <span key={state} data-state={state} style={partStyle(fridges)} />
        ))}
      </span>
      <Muted>
        {totalOf(counts) === 0
          ? "No fridges"
          : shown.map(({ label, fridges }) => `${formatNumber(fridges)} ${label.toLowerCase()}`).join(", ")}
      </Muted>
    </>
  );
}

function partStyle(fridges: number): CSSProperties {
  return { flexGrow: fridges };
}
