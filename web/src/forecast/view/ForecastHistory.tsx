import { useQuery } from "@tanstack/react-query";
import { formatDateTime, formatNumber } from "../../lib/formats";
import { forecastHistoryQuery, type ForecastEvent } from "../forecasts";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { Muted } from "../../ui/text";
import styles from "./forecastHistory.module.css";

const FAILURE = "Unable to load the history, Please check your internet and your permissions";

/** Lists the latest changes of an item's forecast for a day: user, time, old and new quantity. */
export function ForecastHistory({ day, item }: { readonly day: string; readonly item: string }) {
  const history = useQuery(forecastHistoryQuery(day, item));
  return (
    <section className={styles.history} aria-label="History">
      <h3>History</h3>
      <QueryView
        query={history}
        label="history"
        error={FAILURE}
        empty={{ title: "No changes yet" }}
        skeleton={<Skeleton label="history" rows={2} />}
      >
        {(events) => (
          <ol>
            {events.map((event) => (
              <li key={`${event.at} ${event.event}`}>
                <span>{changeText(event)}</span>
                <Muted>
                  {event.file ? `${event.file}, ` : ""}
                  {event.user}, {formatDateTime(event.at)}
                </Muted>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
}

function changeText({ from, to }: ForecastEvent): string {
  const [before, after] = [from, to].map((units) => (typeof units === "number" ? formatNumber(units) : null));
  return before === undefined ? `${after}` : `${before} → ${after}`;
}
