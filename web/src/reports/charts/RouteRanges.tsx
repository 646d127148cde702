import { useState } from "react";
import { degreesText } from "../../health/rules/degrees";
import { Button } from "../../ui/Button";
import { plural } from "../../ui/plural";
import { HIGHEST_TEMPERATURE, type RouteRange } from "./ranges";
import "./charts.css";

interface Props {
  readonly ranges: readonly RouteRange[];
  /** Narrows the report to one route. */
  readonly onChoose: (route: string) => void;
}

const FEW = 8;

/** From the lowest to the highest temperature of each route, with the limit; the numbers stand beside the lines. */
export function RouteRanges({ ranges, onChoose }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? ranges : ranges.slice(0, FEW);
  const least = Math.floor(Math.min(HIGHEST_TEMPERATURE, ...ranges.map((range) => range.least))) - 1;
  const most = Math.ceil(Math.max(HIGHEST_TEMPERATURE, ...ranges.map((range) => range.most))) + 1;
  const across = (temperature: number) => (100 * (temperature - least)) / (most - least);
  return (
    <figure className="report-chart">
      <figcaption>
        By route, the warmest first
        <span className="muted">
          {least} to {most} °F, limit {HIGHEST_TEMPERATURE} °F
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
                {degreesText(range.least)} to {degreesText(range.most)} °F
                {range.above > 0 && (
                  <>
                    , <strong>{`${range.above} of ${plural(range.count, "reading")} above`}</strong>
                  </>
                )}
              </span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="report-bar-back" width="100" height="8" />
                <Line from={across(range.least)} to={across(Math.min(range.most, HIGHEST_TEMPERATURE))} />
                {range.above > 0 && (
                  <Line above from={across(Math.max(range.least, HIGHEST_TEMPERATURE))} to={across(range.most)} />
                )}
                <line
                  className="report-range-limit"
                  x1={across(HIGHEST_TEMPERATURE)}
                  x2={across(HIGHEST_TEMPERATURE)}
                  y1="0"
                  y2="8"
                />
              </svg>
            </button>
          </li>
        ))}
      </ol>
      {ranges.length > FEW && (
        <Button look="quiet" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${ranges.length.toLocaleString("en-US")} routes`}
        </Button>
      )}
    </figure>
  );
}

function Line({ from, to, above = false }: { readonly from: number; readonly to: number; readonly above?: boolean }) {
  if (to < from) return null;
  // A route of one reading is to be seen as well.
  const end = Math.max(to, from + 0.75);
  return <line className={above ? "report-range-above" : "report-range-line"} x1={from} x2={end} y1="4" y2="4" />;
}
