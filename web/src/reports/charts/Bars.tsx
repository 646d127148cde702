import { formatCount, formatNumber } from "../../lib/formats";
import type { Count } from "./counts";
import "./charts.css";

interface Props {
  readonly title: string;
  readonly counts: readonly Count[];
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
  /** Filters the report by the selected name. */
  readonly onChoose: (name: string) => void;
}

const MAX_BARS = 8;

/** A bar chart of the most frequent names, with their counts. */
export function Bars({ title, counts, rowName, onChoose }: Props) {
  const shown = counts.slice(0, MAX_BARS);
  const maxCount = shown[0]?.count ?? 1;
  const hiddenCount = counts.length - shown.length;
  return (
    <figure className="report-chart">
      <figcaption>{title}</figcaption>
      <ol className="report-bars">
        {shown.map(({ name, count }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)} title={`Show ${name} only`}>
              <span className="report-bar-name">{name}</span>
              <span className="report-bar-count">
                {formatNumber(count)}
                <span className="visually-hidden"> {count === 1 ? rowName : `${rowName}s`}</span>
              </span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className="report-bar-back" width="100" height="4" />
                <rect className="report-bar-part" width={(100 * count) / maxCount} height="4" />
              </svg>
            </button>
          </li>
        ))}
      </ol>
      {hiddenCount > 0 && <p className="muted">and {formatCount(hiddenCount, "other")}</p>}
    </figure>
  );
}
