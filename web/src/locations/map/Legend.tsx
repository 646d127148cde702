import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { formatNumber } from "../../lib/formats";
import type { LocationStatus } from "../../api/schema";
import { Checkbox } from "../../ui/Checkbox";
import { VisuallyHidden } from "../../ui/text";
import { STATUSES } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import type { StatusCounts } from "./clusters";
import styles from "./legend.module.css";
import { StatusShape } from "./StatusShape";

interface Props {
  /** The status of the filter, which is always shown. */
  readonly status: LocationStatus;
  readonly extraStatuses: readonly LocationStatus[];
  readonly counts: StatusCounts;
  readonly loading: boolean;
  readonly unplaced: readonly LocationSummary[];
  readonly onExtraStatusesChange: (extraStatuses: readonly LocationStatus[]) => void;
}

/** The meaning of the shapes and the count per status. Checkboxes add the other statuses, which load on demand. */
export function Legend({ status, extraStatuses, counts, loading, unplaced, onExtraStatusesChange }: Props) {
  return (
    <section className={styles.legend} aria-label="Legend">
      <ul>
        {STATUSES.toSorted((a, b) => Number(b === status) - Number(a === status)).map((shown) => (
          <li key={shown}>
            {shown === status ? (
              <span className={`${styles.entry} ${styles.shown}`}>
                <StatusShape status={shown} />
                {shown} <span className={styles.count}>{formatNumber(counts[shown])}</span>
              </span>
            ) : (
              <Checkbox
                checked={extraStatuses.includes(shown)}
                onChange={(checked) =>
                  onExtraStatusesChange(
                    checked ? [...extraStatuses, shown] : extraStatuses.filter((other) => other !== shown),
                  )
                }
                label={
                  <span className={styles.entry}>
                    <StatusShape status={shown} />
                    <span>
                      <VisuallyHidden>Also </VisuallyHidden>
                      {shown}
                    </span>
                    {extraStatuses.includes(shown) && (
                      <span className={styles.count}>
                        {loading && counts[shown] === 0 ? "…" : formatNumber(counts[shown])}
                      </span>
                    )}
                  </span>
                }
              />
            )}
          </li>
        ))}
      </ul>
      {unplaced.length > 0 && (
        <details className={styles.unplaced}>
          <summary>{formatNumber(unplaced.length)} not on the map</summary>
          <p>These locations have no coordinates, or coordinates outside the contiguous states.</p>
          <ul>
            {unplaced.slice(0, MAX_UNPLACED).map(({ id, prettyName }) => (
              <li key={id}>
                <Link to={paths.location(id)}>{id}</Link> {prettyName}
              </li>
            ))}
          </ul>
          {unplaced.length > MAX_UNPLACED && <p>and {formatNumber(unplaced.length - MAX_UNPLACED)} more</p>}
        </details>
      )}
    </section>
  );
}

const MAX_UNPLACED = 50;
