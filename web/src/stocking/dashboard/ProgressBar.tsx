import { formatCount } from "../../lib/formats";
import styles from "./progressBar.module.css";
import type { Counts } from "./rows";

/** The shares of stops that are done, in progress and problematic. */
export function ProgressBar({ counts }: { readonly counts: Counts }) {
  const { stops, done, inProgress, problems } = counts;
  const parts = [
    ["done", done],
    ["inProgress", inProgress],
    ["problems", problems],
  ] as const;
  const label = [
    `${done} of ${stops} done`,
    inProgress > 0 && `${inProgress} in progress`,
    problems > 0 && formatCount(problems, "problem"),
  ];
  return (
    <div className={styles.bar} role="img" aria-label={label.filter(Boolean).join(", ")}>
      {parts.map(([part, count]) => (
        <span key={part} data-part={part} style={{ flexGrow: count }} />
      ))}
      <span style={{ flexGrow: stops - done - inProgress - problems }} />
    </div>
  );
}
