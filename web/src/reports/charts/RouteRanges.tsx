import { useState } from "react";
import { formatCount, formatDegrees, formatNumber } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Bar, Chart } from "./Chart";
import styles from "./chart.module.css";
import { MAX_TEMPERATURE, type RouteRange } from "./ranges";

interface Props {
  readonly ranges: readonly RouteRange[];
  /** Filters the report by the selected route. */
  readonly onChoose: (route: string) => void;
}

/** The number of routes that are shown before the user expands the chart. */
const INITIAL_ROUTES = 8;
const HEIGHT = 8;

/** A chart of the lowest and highest temperature of each route, with the limit and the values. */
export function RouteRanges({ ranges, onChoose }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? ranges : ranges.slice(0, INITIAL_ROUTES);
  const min = Math.floor(Math.min(MAX_TEMPERATURE, ...ranges.map((range) => range.min))) - 1;
  const max = Math.ceil(Math.max(MAX_TEMPERATURE, ...ranges.map((range) => range.max))) + 1;
  const across = (temperature: number) => (100 * (temperature - min)) / (max - min);
  return (
    <Chart title="By route, warmest first" note={`${min} to ${max} °F, limit ${MAX_TEMPERATURE} °F`}>
      <ol className={`${styles.bars} ${styles.ranges}`}>
        {shown.map((range) => (
          <Bar
            key={range.route}
            label={range.route || "No route assigned"}
            value={
              <>
                {formatDegrees(range.min)} to {formatDegrees(range.max)} °F
                {range.aboveLimit > 0 && (
                  <>
                    , <strong>{`${range.aboveLimit} of ${formatCount(range.count, "reading")} above`}</strong>
                  </>
                )}
              </>
            }
            title={`Show ${range.route} only`}
            disabledReason={range.route === "" ? "These readings have no route to filter by" : undefined}
            height={HEIGHT}
            onClick={() => onChoose(range.route)}
          >
            <Line from={across(range.min)} to={across(Math.min(range.max, MAX_TEMPERATURE))} />
            {range.aboveLimit > 0 && (
              <Line above from={across(Math.max(range.min, MAX_TEMPERATURE))} to={across(range.max)} />
            )}
            <line
              className={styles.limit}
              x1={across(MAX_TEMPERATURE)}
              x2={across(MAX_TEMPERATURE)}
              y1="0"
              y2={HEIGHT}
            />
          </Bar>
        ))}
      </ol>
      {ranges.length > INITIAL_ROUTES && (
        <Button variant="link" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${formatNumber(ranges.length)} routes`}
        </Button>
      )}
    </Chart>
  );
}

function Line({ from, to, above = false }: { readonly from: number; readonly to: number; readonly above?: boolean }) {
  if (to < from) return null;
  // A route with one reading needs a minimum length to be visible.
  const end = Math.max(to, from + 0.75);
  return <line className={above ? styles.above : styles.line} x1={from} x2={end} y1={HEIGHT / 2} y2={HEIGHT / 2} />;
}
