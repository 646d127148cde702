import { plural } from "../../ui/plural";
import type { Count } from "./counts";
import "./charts.css";

interface Props {
  readonly title: string;
  readonly counts: readonly Count[];
  /** What is counted: "stock-out". */
  readonly what: string;
  /** Narrows the report to one. */
  readonly onChoose: (name: string) => void;
}

const MOST = 8;

/** The names that come most often, as bars; the numbers stand beside them. */
export function Bars({ title, counts, what, onChoose }: Props) {
  const shown = counts.slice(0, MOST);
  const most = shown[0]?.count ?? 1;
  const more = counts.length - shown.length;
  return (
    <figure className="report-chart">
      <figcaption>{title}</figcaption>
      <ol className="report-bars">
        {shown.map(({ name, count }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)} title={`Show ${name} only`}>
              <span className="report-bar-name">{name}</span>
              <span className="report-bar-count">
                {count.toLocaleString("en-US")}
                <span className="visually-hidden"> {count === 1 ? what : `${what}s`}</span>
              </span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className="report-bar-back" width="100" height="4" />
                <rect className="report-bar-part" width={(100 * count) / most} height="4" />
              </svg>
            </button>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="muted">and {plural(more, "other")}</p>}
    </figure>
  );
}
