import { formatNumber } from "../../lib/formats";
import { Muted } from "../../ui/text";
import styles from "./issueList.module.css";
import type { IssueGroup } from "./preview";

interface Props {
  readonly groups: readonly IssueGroup[];
  /** The key of the group that filters the rows. */
  readonly selectedKey: string | null;
  readonly onSelect: (key: string) => void;
}

/** The issue groups of the file, most frequent first. Selecting a group filters the rows. */
export function IssueList({ groups, selectedKey, onSelect }: Props) {
  if (groups.length === 0) return null;
  return (
    <section className={styles.issues} aria-labelledby="import-issues-title">
      <h2 id="import-issues-title">Issues to fix</h2>
      <ul>
        {groups.map(({ key, column, summary, rows }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.issue}
              aria-pressed={key === selectedKey}
              onClick={() => onSelect(key)}
            >
              <span className={styles.count}>{formatNumber(rows)}</span>
              <span>
                {column !== null && !summary.includes(column) && <Muted>{column} </Muted>}
                {summary}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
