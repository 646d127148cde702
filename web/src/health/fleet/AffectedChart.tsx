import { Link } from "react-router";
import { formatNumber } from "../../lib/formats";
import styles from "./affectedChart.module.css";
import type { AffectedCount, AffectedName } from "./entries";

interface Props {
  readonly counts: readonly AffectedCount[];
  /** The URL that lists the affected fridges. */
  readonly hrefOf: (name: AffectedName) => string;
}

const PARTS = [
  ["affected", "affected"],
  ["notAffected", "not affected"],
  ["unknown", "unknown"],
] as const;

/** A stacked bar per state, with the numbers of affected and unaffected fridges above it (HLT-1). */
export function AffectedChart({ counts, hrefOf }: Props) {
  return (
    <ul className={styles.chart} aria-label="Affected fridges">
      {counts.map((count) => {
        const parts = PARTS.filter(([part]) => part !== "unknown" || count.unknown > 0);
        return (
          <li key={count.name}>
            <div className={styles.numbers}>
              <h3>{count.label}</h3>
              {parts.map(([part, word]) => (
                <span key={part} className={styles.number} data-part={part}>
                  <span>
                    {part === "affected" && count.affected > 0 ? (
                      <Link
                        to={hrefOf(count.name)}
                        aria-label={`Show the ${formatNumber(count.affected)} fridges: ${count.label}`}
                      >
                        {formatNumber(count.affected)}
                      </Link>
                    ) : (
                      formatNumber(count[part])
                    )}{" "}
                    {word}
                  </span>
                </span>
              ))}
            </div>
            <div className={styles.bar} aria-hidden="true">
              {parts.map(
                ([part]) =>
                  count[part] > 0 && (
                    <span key={part} className={styles.part} data-part={part} style={{ flexGrow: count[part] }} />
                  ),
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
