import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { formatBusinessDateTime } from "../../ui/businessTime";
import { Failure, Loading } from "../../ui/states";
import { forecastHistoryQuery, type ForecastEvent } from "../forecasts";

const FAILURE = "Unable to load the history, Please check your internet and your permissions";

/** Lists the latest changes of an item's forecast for a day: user, time, old and new quantity. */
export function ForecastHistory({ day, item }: { readonly day: string; readonly item: string }) {
  const { data, error, refetch, isFetching } = useQuery(forecastHistoryQuery(day, item));
  return (
    <section className="forecast-history" aria-label="History">
      <h3>History</h3>
      {error && <Failure message={messageOf(error, FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Loading label="history" />}
      {data?.length === 0 && <p className="muted">No changes yet</p>}
      {data && data.length > 0 && (
        <ol>
          {data.map((event) => (
            <li key={`${event.at} ${event.event}`}>
              <span>{changeText(event)}</span>
              <span className="muted">
                {event.file ? `${event.file}, ` : ""}
                {event.user}, {formatBusinessDateTime(event.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function changeText({ from, to }: ForecastEvent): string {
  const [before, after] = [from, to].map((units) => units?.toLocaleString("en-US"));
  return before === undefined ? `${after}` : `${before} → ${after}`;
}
