import { formatCount, formatHourOfDay, formatNumber } from "../../lib/formats";
import { Chart } from "./Chart";
import styles from "./chart.module.css";

interface Props {
  readonly title: string;
  /** The count of each hour of the day. */
  readonly hours: readonly number[];
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
}

const TICKS = [0, 6, 12, 18];

/** A column chart of the counts per hour of the day. Its accessible name lists the counts. */
export function HourColumns({ title, hours, rowName }: Props) {
  const maxCount = Math.max(1, ...hours);
  const descriptions = hours.flatMap((count, hour) =>
    count > 0 ? [`${formatHourOfDay(hour)}: ${formatCount(count, rowName)}`] : [],
  );
  const busiest = hours.indexOf(maxCount);
  return (
    <Chart
      title={title}
      note={busiest >= 0 ? ` peak at ${formatHourOfDay(busiest)}: ${formatNumber(maxCount)}` : undefined}
    >
      <svg
        className={styles.hours}
        viewBox="0 0 240 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={descriptions.join(", ")}
      >
        {hours.map((count, hour) => {
          const height = (100 * count) / maxCount;
          return (
            <rect
              key={formatHourOfDay(hour)}
              className={styles.part}
              x={hour * 10 + 1}
              y={100 - height}
              width="8"
              height={height}
            >
              <title>{`${formatHourOfDay(hour)}: ${formatCount(count, rowName)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.ticks} aria-hidden="true">
        {TICKS.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(100 * hour) / 24}%` }}>
            {formatHourOfDay(hour)}
          </span>
        ))}
      </div>
    </Chart>
  );
}
