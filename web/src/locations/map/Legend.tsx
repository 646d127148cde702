import { Link } from "react-router";
import type { LocationStatus } from "../../api/schema";
import { STATUSES } from "../list/filters";
import type { LocationSummary } from "../list/locationIndex";
import type { StatusCounts } from "./clusters";
import { StatusShape } from "./StatusShape";

const number = new Intl.NumberFormat("en-US");

interface Props {
  /** The filter's status, which is shown in any case. */
  readonly status: LocationStatus;
  readonly also: readonly LocationStatus[];
  readonly counts: StatusCounts;
  readonly loading: boolean;
  readonly unplaced: readonly LocationSummary[];
  readonly onAlso: (also: readonly LocationStatus[]) => void;
}

/** What the shapes mean and how many there are; the other statuses are shown besides, loaded on demand. */
export function Legend({ status, also, counts, loading, unplaced, onAlso }: Props) {
  return (
    <section className="map-legend" aria-label="Legend">
      <ul>
        {STATUSES.toSorted((a, b) => Number(b === status) - Number(a === status)).map((shown) => (
          <li key={shown}>
            {shown === status ? (
              <span className="map-legend-entry">
                <StatusShape status={shown} />
                {shown} <span className="map-legend-count">{number.format(counts[shown])}</span>
              </span>
            ) : (
              <label className="map-legend-entry">
                <StatusShape status={shown} />
                <span>
                  <span className="visually-hidden">Also </span>
                  {shown}
                </span>
                {also.includes(shown) && (
                  <span className="map-legend-count">
                    {loading && counts[shown] === 0 ? "…" : number.format(counts[shown])}
                  </span>
                )}
                <input
                  type="checkbox"
                  checked={also.includes(shown)}
                  onChange={({ target: { checked } }) =>
                    onAlso(checked ? [...also, shown] : also.filter((other) => other !== shown))
                  }
                />
              </label>
            )}
          </li>
        ))}
      </ul>
      {unplaced.length > 0 && (
        <details className="map-unplaced">
          <summary>{number.format(unplaced.length)} not on the map</summary>
          <p>Without coordinates, or with ones outside the contiguous states.</p>
          <ul>
            {unplaced.slice(0, UNPLACED_SHOWN).map(({ id, prettyName }) => (
              <li key={id}>
                <Link to={`/locations/detail/${encodeURIComponent(id)}`}>{id}</Link> {prettyName}
              </li>
            ))}
          </ul>
          {unplaced.length > UNPLACED_SHOWN && <p>and {number.format(unplaced.length - UNPLACED_SHOWN)} more</p>}
        </details>
      )}
    </section>
  );
}

const UNPLACED_SHOWN = 50;
