import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatDay, formatNumber, formatWeekday } from "../../lib/formats";
import { addDays } from "../../lib/day";
import { forecastsQuery, UNABLE_TO_LOAD, type ForecastRow } from "../forecasts";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { VisuallyHidden } from "../../ui/text";
import { filterByItem } from "./columns";
import styles from "./forecastChart.module.css";

interface Props {
  readonly day: string;
  /** Counts only items whose names contain this text. */
  readonly text: string;
  readonly onDay: (day: string) => void;
}

/** Number of days before and after the selected day. */
const SURROUNDING_DAYS = 7;

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
  const forecasts = useQuery(forecastsQuery(days));
  const { data } = forecasts;
  const totals = useMemo(() => totalsOf(days, filterByItem(data ?? [], text)), [days, data, text]);
  const maxUnits = Math.max(1, ...totals.map(({ units }) => units));
  const title = text.trim() ? `Items that match “${text.trim()}”` : "All items";
  return (
    <section className={styles.around} aria-label="Surrounding days">
      <h2>
        {title}, {formatDay(days[0] ?? day)} to {formatDay(days.at(-1) ?? day)}
      </h2>
      <QueryView
        query={forecasts}
        label="surrounding days"
        error={UNABLE_TO_LOAD}
        skeleton={<Skeleton label="surrounding days" height="12rem" />}
      >
        {() => (
          <ol className={styles.bars}>
            {totals.map(({ date, units }) => (
              <li key={date}>
                <button
                  type="button"
                  aria-current={date === day ? "date" : undefined}
                  title={`${formatWeekday(date)} ${formatDay(date)}: ${formatNumber(units)}`}
                  onClick={() => onDay(date)}
                >
                  <VisuallyHidden>
                    {formatWeekday(date)} {formatDay(date)}: {formatNumber(units)} units
                  </VisuallyHidden>
                  <span className={styles.units} aria-hidden="true">
                    {abbreviate(units)}
                  </span>
                  <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
                    <rect x="0" width="10" y={100 - (100 * units) / maxUnits} height={(100 * units) / maxUnits} />
                  </svg>
                  <span aria-hidden="true">
                    {formatWeekday(date).slice(0, 2)}
                    <br />
                    {Number(date.slice(8))}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
}

/** Abbreviates units, for example '12.4k', to fit above a bar. */
function abbreviate(units: number): string {
  return units < 1_000 ? String(units) : `${formatNumber(Math.round(units / 100) / 10)}k`;
}

function totalsOf(days: readonly string[], rows: readonly ForecastRow[]): readonly Total[] {
  const units = new Map<string, number>();
  for (const { date, quantity } of rows) units.set(date, (units.get(date) ?? 0) + quantity);
  return days.map((date) => ({ date, units: units.get(date) ?? 0 }));
}
