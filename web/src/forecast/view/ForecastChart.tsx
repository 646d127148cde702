import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "../../api/errors";
import { addDays, formatDay, weekdayOf } from "../../ui/day";
import { Failure, Loading } from "../../ui/states";
import { forecastsQuery, UNABLE_TO_LOAD, type ForecastRow } from "../forecasts";
import { filterByItem } from "./columns";

interface Props {
  readonly day: string;
  /** Counts only items whose names contain this text. */
  readonly text: string;
  readonly onDay: (day: string) => void;
}

/** Number of days before and after the selected day. */
const SURROUNDING_DAYS = 7;
const number = new Intl.NumberFormat("en-US");

interface Total {
  readonly date: string;
  readonly units: number;
}

/** Shows a bar with the total forecast of each surrounding day. A bar links to its day. */
export function ForecastChart({ day, text, onDay }: Props) {
  const days = useMemo(
    () => Array.from({ length: 2 * SURROUNDING_DAYS + 1 }, (_, index) => addDays(day, index - SURROUNDING_DAYS)),
    [day],
  );
  const { data, error, refetch, isFetching } = useQuery(forecastsQuery(days));
  const totals = useMemo(() => totalsOf(days, filterByItem(data ?? [], text)), [days, data, text]);
  const maxUnits = Math.max(1, ...totals.map(({ units }) => units));
  const title = text.trim() ? `Items that match “${text.trim()}”` : "All items";
  return (
    <section className="forecast-around" aria-label="Surrounding days">
      <h2>
        {title}, {formatDay(days[0] ?? day)} to {formatDay(days.at(-1) ?? day)}
      </h2>
      {error && (
        <Failure message={messageOf(error, UNABLE_TO_LOAD)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <Loading label="surrounding days" />}
      {data && (
        <ol className="forecast-bars">
          {totals.map(({ date, units }) => (
            <li key={date}>
              <button
                type="button"
                aria-current={date === day ? "date" : undefined}
                title={`${weekdayOf(date)} ${formatDay(date)}: ${number.format(units)}`}
                onClick={() => onDay(date)}
              >
                <span className="visually-hidden">
                  {weekdayOf(date)} {formatDay(date)}: {number.format(units)} units
                </span>
                <span className="forecast-units" aria-hidden="true">
                  {abbreviate(units)}
                </span>
                <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
                  <rect x="0" width="10" y={100 - (100 * units) / maxUnits} height={(100 * units) / maxUnits} />
                </svg>
                <span className="forecast-date" aria-hidden="true">
                  {weekdayOf(date).slice(0, 2)}
                  <br />
                  <span className="forecast-month">{Number(date.slice(5, 7))}/</span>
                  {Number(date.slice(8))}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Abbreviates units, for example '12.4k', to fit above a bar. */
function abbreviate(units: number): string {
  return units < 1_000 ? String(units) : `${number.format(Math.round(units / 100) / 10)}k`;
}

function totalsOf(days: readonly string[], rows: readonly ForecastRow[]): readonly Total[] {
  const units = new Map<string, number>();
  for (const { date, quantity } of rows) units.set(date, (units.get(date) ?? 0) + quantity);
  return days.map((date) => ({ date, units: units.get(date) ?? 0 }));
}
