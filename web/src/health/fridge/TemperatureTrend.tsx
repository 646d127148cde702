import { useQuery } from "@tanstack/react-query";
import { useState, type PointerEvent } from "react";
import {
  GREEN_MAX_TEMPERATURE,
  ORANGE_MAX_TEMPERATURE,
  formatHour,
  formatTemperature,
  formatZone,
} from "../../lib/formats";
import { Link } from "react-router";
import { livePollInterval } from "../../api/live";
import { paths } from "../../lib/paths";
import { Panel } from "../../ui/Panel";
import { mapQuery } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { Muted } from "../../ui/text";
import { EVENTS_POLL_INTERVAL, HEALTH_FAILURE, temperaturesQuery } from "../fridgeHealth";
import { useFridgeTime } from "../fridgeZone";
import { temperatureTone } from "../rules/colors";
import {
  buildTrend,
  hourMarks,
  nearestReading,
  svgPath,
  xPercent,
  yPercent,
  type Point,
  type Trend,
} from "../rules/trend";
import { TonedValue } from "../TonedValue";
import { ReadingTable } from "./ReadingTable";
import styles from "./temperatureTrend.module.css";

interface Props {
  readonly id: string;
  readonly now: number;
  /** Whether the live connection is up. */
  readonly connected: boolean;
}

/** A chart of the temperatures of the last 24 hours, with the color limits. */
export function TemperatureTrend({ id, now, connected }: Props) {
  const temperatures = useQuery({
    ...temperaturesQuery(id),
    refetchInterval: livePollInterval(connected, EVENTS_POLL_INTERVAL),
  });
  return (
    <Panel
      title="Temperature, last 24 hours"
      aside={<Link to={paths.temperatureRecord(id)}>Temperature record of 7, 30 or 90 days</Link>}
    >
      <QueryView
        query={mapQuery(temperatures, (data) => buildTrend(data, now))}
        label="temperatures"
        error={HEALTH_FAILURE}
        isEmpty={(trend) => trend === null}
        empty={{ title: "No temperatures reported" }}
        skeleton={<Skeleton label="temperatures" height="16rem" />}
      >
        {(trend) =>
          trend && (
            <>
              <Chart fridge={id} trend={trend} />
              <ReadingTable fridge={id} trend={trend} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

const LIMITS = [GREEN_MAX_TEMPERATURE, ORANGE_MAX_TEMPERATURE];

function Chart({ fridge, trend }: { readonly fridge: string; readonly trend: Trend }) {
  const format = useFridgeTime(fridge);
  const [hovered, setHovered] = useState<Point | null>(null);
  const point = hovered ?? trend.last;

  function onPointer(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setHovered(nearestReading(trend, (100 * (event.clientX - left)) / width));
  }

  return (
    <figure className={styles.trend}>
      <figcaption className={styles.figures}>
        <span>
          <TonedValue tone={temperatureTone(point.temperature)}>
            {formatTemperature(point.temperature) ?? ""}
          </TonedValue>{" "}
          <Muted>{format(point.at)}</Muted>
        </span>
        <Muted>
          lowest {formatTemperature(trend.coldest.temperature)}, highest {formatTemperature(trend.warmest.temperature)}
        </Muted>
      </figcaption>
      <div className={styles.box} onPointerMove={onPointer} onPointerLeave={() => setHovered(null)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {LIMITS.map((limit) => (
            <line
              key={limit}
              className={limit === ORANGE_MAX_TEMPERATURE ? styles.maximum : styles.limit}
              x1="0"
              x2="100"
              y1={yPercent(trend, limit)}
              y2={yPercent(trend, limit)}
            />
          ))}
          {trend.lines.map((line) => (
            <path key={line[0]?.at} className={styles.line} d={svgPath(trend, line)} />
          ))}
        </svg>
        {LIMITS.map((limit) => (
          <span key={limit} className={styles.limitLabel} style={{ insetBlockStart: `${yPercent(trend, limit)}%` }}>
            {limit} °F
          </span>
        ))}
        <span
          className={styles.point}
          style={{
            insetInlineStart: `${xPercent(trend, point.at)}%`,
            insetBlockStart: `${yPercent(trend, point.temperature)}%`,
          }}
        />
      </div>
      <div className={styles.hours} aria-hidden="true">
        {hourMarks(trend).map((at) => (
          <span key={at} style={{ insetInlineStart: `${xPercent(trend, at)}%` }}>
            {formatHour(at)}
          </span>
        ))}
      </div>
      <p className={styles.zone}>Times in {formatZone(trend.last.at)}</p>
    </figure>
  );
}
