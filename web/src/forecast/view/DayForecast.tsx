import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { formatCount, formatDay } from "../../lib/formats";
import type { UrlState } from "../../lib/useUrlState";
import { Button } from "../../ui/Button";
import { onDemand } from "../../ui/onDemand";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { DataTable, type TableViews } from "../../ui/table";
import { forecastQuery, UNABLE_TO_LOAD, type ForecastRow } from "../forecasts";
import { columnsWith } from "./columns";
import styles from "./dayForecast.module.css";
import { ForecastChart } from "./ForecastChart";

const EditForecast = onDemand(async () => (await import("./EditForecast")).EditForecast);

interface Props {
  readonly day: string;
  readonly address: UrlState;
  readonly views: TableViews;
}

const rowId = ({ item }: ForecastRow) => item;

/** Shows the forecast of a day and a chart of the surrounding days. The address can name an item to edit. */
export function DayForecast({ day, address: { address, set, flush, go }, views }: Props) {
  const forecast = useQuery(forecastQuery(day));
  const { data } = forecast;
  const text = address.get("text") ?? "";
  const chartText = useDeferredValue(text);
  const columns = useMemo(() => columnsWith((item) => set("item", item)), [set]);
  const editing = data?.find(({ item }) => item === address.get("item"));

  return (
    <>
      <QueryView
        query={forecast}
        label="the forecast"
        error={UNABLE_TO_LOAD}
        forbidden={{ activity: "view the forecast" }}
        empty={{
          title: `No forecast for ${formatDay(day)}`,
          text: "Choose a day with a forecast below, or upload a forecast file.",
        }}
        skeleton={<Skeleton label="the forecast" rows={12} />}
      >
        {(rows) => (
          <div className={styles.day}>
            <section aria-label="Items">
              <DataTable
                name="forecast"
                label="Forecast"
                columns={columns}
                rows={rows}
                rowId={rowId}
                search={{
                  label: "Find items",
                  landmark: "Items",
                  value: text,
                  onChange: (value) => set("text", value),
                  onBlur: flush,
                }}
                sort={address.get("sort") ?? ""}
                onSort={(sort) => set("sort", sort)}
                views={views}
                count={(listed, total) =>
                  `${listed.length} of ${formatCount(total, "item")}, ${formatCount(totalOf(listed), "unit")}`
                }
                csvName={`forecast-${day}.csv`}
                noMatches={
                  <>
                    <p>No items match “{text.trim()}”</p>
                    <Button onClick={() => set("text", "")}>Clear filter</Button>
                  </>
                }
              />
            </section>
            <ForecastChart
              day={day}
              text={chartText}
              onDay={(date) =>
                go((old) => {
                  const next = new URLSearchParams(old);
                  next.set("date", date);
                  return next;
                })
              }
            />
          </div>
        )}
      </QueryView>
      {data?.length === 0 && (
        <ForecastChart day={day} text="" onDay={(date) => go(() => new URLSearchParams({ date }))} />
      )}
      {editing && <EditForecast key={editing.item} row={editing} onClose={() => set("item", "")} />}
    </>
  );
}

function totalOf(rows: readonly ForecastRow[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}
