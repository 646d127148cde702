import { useState } from "react";
import { formatCount, formatDegrees, formatNumber } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { MAX_TEMPERATURE, type RouteRange } from "./ranges";
import "./charts.css";

interface Props {
  readonly ranges: readonly RouteRange[];
  /** Filters the report by the selected route. */
  readonly onChoose: (route: string) => void;
}

/** The number of routes that are shown before the user expands the chart. */
const INITIAL_ROUTES = 8;

/** A chart of the lowest and highest temperature of each route, with the limit and the values. */
export function RouteRanges({ ranges, onChoose }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? ranges : ranges.slice(0, INITIAL_ROUTES);
  const min = Math.floor(Math.min(MAX_TEMPERATURE, ...ranges.map((range) => range.min))) - 1;
  const max = Math.ceil(Math.max(MAX_TEMPERATURE, ...ranges.map((range) => range.max))) + 1;
  const across = (temperature: number) => (100 * (temperature - min)) / (max - min);
  return (
    <figure className="report-chart">
      <figcaption>
        By route, warmest first
        <span className="muted">
          {min} to {max} °F, limit {MAX_TEMPERATURE} °F
        </span>
      </figcaption>
      <ol className="report-bars">
        {shown.map((range) => (
          <li key={range.route}>
            <button
              type="button"
              disabled={range.route === ""}
              onClick={() => onChoose(range.route)}
              title={range.route && `Show ${range.route} only`}
            >
              <span className="report-bar-name">{range.route || "No route assigned"}</span>
              <span className="report-bar-count report-range-words">
                {formatDegrees(range.min)} to {formatDegrees(range.max)} °F
                {range.aboveLimit > 0 && (
                  <>
                    , <strong>{`${range.aboveLimit} of ${formatCount(range.count, "reading")} above`}</strong>
                  </>
                )}
              </span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="report-bar-back" width="100" height="8" />
                <Line from={across(range.min)} to={across(Math.min(range.max, MAX_TEMPERATURE))} />
                {range.aboveLimit > 0 && (
                  <Line above from={across(Math.max(range.min, MAX_TEMPERATURE))} to={across(range.max)} />
                )}
                <line
                  className="report-range-limit"
                  x1={across(MAX_TEMPERATURE)}
                  x2={across(MAX_TEMPERATURE)}
                  y1="0"
                  y2="8"
                />
              </svg>
            </button>
          </li>
        ))}
      </ol>
      {ranges.length > INITIAL_ROUTES && (
        <Button variant="link" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${formatNumber(ranges.length)} routes`}
        </Button>
      )}
    </figure>
  );
}

function Line({ from, to, above = false }: { readonly from: number; readonly to: number; readonly above?: boolean }) {
  if (to < from) return null;
  // A route with one reading needs a minimum length to be visible.
  const end = Math.max(to, from + 0.75);
  return <line className={above ? "report-range-above" : "report-range-line"} x1={from} x2={end} y1="4" y2="4" />;
}
