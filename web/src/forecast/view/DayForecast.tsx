import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { formatCount, formatDay } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../lib/csv";
import { ListTable } from "../../ui/ListTable";
import { sortRows, toggleSort, parseSort } from "../../ui/listTable";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import type { UrlState } from "../../lib/useUrlState";
import { forecastQuery, UNABLE_TO_LOAD, type ForecastRow } from "../forecasts";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { columns, filterByItem } from "./columns";
import { EditForecast } from "./EditForecast";
import { ForecastChart } from "./ForecastChart";

interface Props {
  readonly day: string;
  readonly address: UrlState;
}

const keyOf = ({ item }: ForecastRow) => item;

/** Shows the forecast of a day and a chart of the surrounding days. The address can name an item to edit. */
export function DayForecast({ day, address: { address, set, flush, go } }: Props) {
  const forecast = useQuery(forecastQuery(day));
  const { data } = forecast;
  const text = useDeferredValue(address.get("text") ?? "");
  const shownColumns = useMemo(() => columns((item) => set("item", item)), [set]);
  const sort = parseSort(address.get("sort"), shownColumns);
  const matches = useMemo(() => filterByItem(data ?? [], text), [data, text]);
  const rows = useMemo(() => sortRows(matches, shownColumns, sort), [matches, shownColumns, sort]);
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
        {(all) => (
          <div className="forecast-day">
            <section aria-label="Items">
              <div className="forecast-controls">
                <search aria-label="Items">
                  <SearchField
                    label="Find items"
                    value={address.get("text") ?? ""}
                    onChange={(value) => set("text", value)}
                    onBlur={flush}
                  />
                </search>
                <span role="status" className="muted">
                  {rows.length} of {formatCount(all.length, "item")}, {formatCount(total(rows), "unit")}
                </span>
                <ExportButton
                  count={rows.length}
                  onExport={() => downloadCsv(`forecast-${day}.csv`, toCsv(shownColumns, rows))}
                />
              </div>
              {rows.length > 0 ? (
                <ListTable
                  label="Forecast"
                  className="forecast-table"
                  columns={shownColumns}
                  rows={rows}
                  keyOf={keyOf}
                  sort={sort}
                  onSort={(column) => set("sort", toggleSort(column, sort))}
                />
              ) : (
                <Empty>
                  <p>No items match “{text.trim()}”</p>
                  <Button onClick={() => set("text", "")}>Clear filter</Button>
                </Empty>
              )}
            </section>
            <ForecastChart
              day={day}
              text={text}
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

function total(rows: readonly ForecastRow[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}
