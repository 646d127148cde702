import { formatDateTime, ORANGE_MAX_TEMPERATURE } from "../../../lib/formats";
import { thinOut, type Interval, type TemperatureSummary } from "../../rules/temperatureRecord";
import { svgPath, xPercent, yPercent, type Point, type Trend } from "../../rules/trend";
import styles from "./record.module.css";

interface Props {
  readonly summary: TemperatureSummary;
  readonly period: Interval;
  readonly zone: string | undefined;
}

/** The maximum number of drawn readings: more than the chart has pixels. */
const MAX_POINTS = 1500;
/** The number of labelled times. */
const MARKS = 4;

/** The readings of the period. Intervals without data have no line. */
export function RecordChart({ summary, period, zone }: Props) {
  const trend = trendOf(summary, period);
  if (!trend) return null;
  const marks = Array.from(
    { length: MARKS },
    (_, index) => period.start + ((period.end - period.start) * (2 * index + 1)) / (2 * MARKS),
  );
  return (
    <figure className={styles.chart}>
      <div className={styles.box}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label="Readings of the period. The tables below contain the excursions and the times without data."
        >
          {summary.gaps.map((gap) => (
            <rect
              key={gap.start}
              className={styles.gap}
              x={xPercent(trend, gap.start)}
              y="0"
              width={xPercent(trend, gap.end) - xPercent(trend, gap.start)}
              height="100"
            />
          ))}
          <line
            className={styles.limit}
            x1="0"
            x2="100"
            y1={yPercent(trend, ORANGE_MAX_TEMPERATURE)}
            y2={yPercent(trend, ORANGE_MAX_TEMPERATURE)}
          />
          {trend.lines.map((line) => (
            <path key={line[0]?.at} className={styles.line} d={svgPath(trend, line)} />
          ))}
        </svg>
        <span className={styles.limitLabel} style={{ insetBlockStart: `${yPercent(trend, ORANGE_MAX_TEMPERATURE)}%` }}>
          {ORANGE_MAX_TEMPERATURE} °F
        </span>
      </div>
      <div className={styles.marks} aria-hidden="true">
        {marks.map((at) => (
          <span key={at} style={{ insetInlineStart: `${xPercent(trend, at)}%` }}>
            {formatDateTime(at, zone ? { zone } : {})}
          </span>
        ))}
      </div>
      <figcaption className={styles.caption}>Shaded: no data</figcaption>
    </figure>
  );
}

/** The geometry of the chart; null without readings. */
function trendOf({ runs, range }: TemperatureSummary, { start, end }: Interval): Trend | null {
  const points: readonly Point[] = runs.flat();
  const last = points.at(-1);
  if (!last || !range) return null;
  const share = (run: readonly Point[]) => Math.max(2, Math.floor((MAX_POINTS * run.length) / points.length));
  return {
    lines: runs.map((run) => thinOut(run, share(run))),
    start,
    end: Math.max(end, start + 1),
    minDegrees: Math.floor(Math.min(range.lowest, ORANGE_MAX_TEMPERATURE) - 2),
    maxDegrees: Math.ceil(Math.max(range.highest, ORANGE_MAX_TEMPERATURE) + 2),
    coldest: last,
    warmest: last,
    last,
  };
}
