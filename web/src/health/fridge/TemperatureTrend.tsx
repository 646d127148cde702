import { useQuery } from "@tanstack/react-query";
import { useState, type PointerEvent } from "react";
import { messageOf } from "../../api/errors";
import { pollEvery } from "../../api/live";
import { businessTime, businessZone } from "../../ui/businessTime";
import { Empty, Failure, Loading } from "../../ui/states";
import { EVENTS_POLL, HEALTH_FAILURE, temperaturesQuery } from "../fridgeHealth";
import { GOOD_TEMPERATURE, HIGHEST_TEMPERATURE, temperatureTone } from "../rules/colours";
import { degrees } from "../rules/degrees";
import { across, down, hoursOf, nearest, pathOf, trendOf, type Point, type Trend } from "../rules/trend";
import { ToneMark } from "../ToneMark";
import { ReadingTable } from "./ReadingTable";
import "./trend.css";

interface Props {
  readonly id: string;
  readonly now: number;
  /** Whether temperatures are told as they happen. */
  readonly connected: boolean;
}

/** The temperatures of the last 24 hours, with the limits. */
export function TemperatureTrend({ id, now, connected }: Props) {
  const temperatures = useQuery({ ...temperaturesQuery(id), refetchInterval: pollEvery(connected, EVENTS_POLL) });
  const { data } = temperatures;
  const trend = data ? trendOf(data, now) : null;
  return (
    <section className="fridge-section" aria-labelledby="fridge-trend">
      <h2 id="fridge-trend">Temperature, last 24 hours</h2>
      {temperatures.isPending && <Loading what="temperatures" />}
      {temperatures.isError && (
        <Failure
          message={messageOf(temperatures.error, HEALTH_FAILURE)}
          onRetry={() => void temperatures.refetch()}
          retrying={temperatures.isFetching}
        />
      )}
      {data && !trend && <Empty>No temperature was reported.</Empty>}
      {trend && (
        <>
          <Chart trend={trend} />
          <ReadingTable trend={trend} />
        </>
      )}
    </section>
  );
}

const hour = new Intl.DateTimeFormat("en-US", { timeZone: "America/Chicago", hour: "numeric" });
const LIMITS = [GOOD_TEMPERATURE, HIGHEST_TEMPERATURE];

function Chart({ trend }: { readonly trend: Trend }) {
  const [chosen, setChosen] = useState<Point | null>(null);
  const point = chosen ?? trend.last;

  function onPointer(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(nearest(trend, (100 * (event.clientX - left)) / width));
  }

  return (
    <figure className="trend">
      <figcaption className="trend-figures">
        <span>
          <ToneMark tone={temperatureTone(point.temperature)}>{degrees(point.temperature) ?? ""}</ToneMark>{" "}
          <span className="muted">{businessTime(point.at)}</span>
        </span>
        <span className="muted">
          lowest {degrees(trend.least.temperature)}, highest {degrees(trend.most.temperature)}
        </span>
      </figcaption>
      <div className="trend-box" onPointerMove={onPointer} onPointerLeave={() => setChosen(null)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {LIMITS.map((limit) => (
            <line
              key={limit}
              className={limit === HIGHEST_TEMPERATURE ? "trend-limit trend-highest" : "trend-limit"}
              x1="0"
              x2="100"
              y1={down(trend, limit)}
              y2={down(trend, limit)}
            />
          ))}
          {trend.lines.map((line) => (
            <path key={line[0]?.at} className="trend-line" d={pathOf(trend, line)} />
          ))}
        </svg>
        {LIMITS.map((limit) => (
          <span key={limit} className="trend-limit-label" style={{ insetBlockStart: `${down(trend, limit)}%` }}>
            {limit} °F
          </span>
        ))}
        <span
          className="trend-point"
          style={{
            insetInlineStart: `${across(trend, point.at)}%`,
            insetBlockStart: `${down(trend, point.temperature)}%`,
          }}
        />
      </div>
      <div className="trend-hours" aria-hidden="true">
        {hoursOf(trend).map((at) => (
          <span key={at} style={{ insetInlineStart: `${across(trend, at)}%` }}>
            {hour.format(at)}
          </span>
        ))}
      </div>
      <p className="trend-zone muted">Times in {businessZone(trend.last.at)}</p>
    </figure>
  );
}
