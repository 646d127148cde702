import { plural } from "../../ui/plural";
import "./charts.css";

interface Props {
  readonly title: string;
  /** By hour of the day. */
  readonly hours: readonly number[];
  /** What is counted: "stock-out". */
  readonly what: string;
}

const TICKS = [0, 6, 12, 18];
const name = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** How many in each hour of the day; who hears it gets the numbers in words. */
export function HourColumns({ title, hours, what }: Props) {
  const most = Math.max(1, ...hours);
  const told = hours.flatMap((count, hour) => (count > 0 ? [`${name(hour)}: ${plural(count, what)}`] : []));
  const busiest = hours.indexOf(most);
  return (
    <figure className="report-chart">
      <figcaption>
        {title}
        {busiest >= 0 && <span className="muted"> most at {`${name(busiest)}: ${most.toLocaleString("en-US")}`}</span>}
      </figcaption>
      <svg
        className="report-hours"
        viewBox="0 0 240 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={told.join(", ")}
      >
        {hours.map((count, hour) => {
          const height = (100 * count) / most;
          return (
            <rect
              key={name(hour)}
              className="report-bar-part"
              x={hour * 10 + 1}
              y={100 - height}
              width="8"
              height={height}
            >
              <title>{`${name(hour)}: ${plural(count, what)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="report-ticks" aria-hidden="true">
        {TICKS.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(100 * hour) / 24}%` }}>
            {name(hour)}
          </span>
        ))}
      </div>
    </figure>
  );
}
