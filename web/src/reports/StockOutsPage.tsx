import { useDeferredValue, useMemo } from "react";
import { formatDay, formatTime } from "../lib/formats";
import type { ListColumn } from "../ui/listTable";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { Bars } from "./charts/Bars";
import { countByName, countByHour } from "./charts/counts";
import { HourColumns } from "./charts/HourColumns";
import { DayReport } from "./DayReport";
import { filterRows } from "./filterRows";
import { ReportSearchField } from "./ReportSearchField";
import { collectPlainRows } from "./collectRows";
import { LocationLink } from "./LocationLink";
import { ReportList } from "./ReportList";
import { stockOutsQuery, type StockOutRow } from "./reports";
import { toDayRange } from "./rules/timeRange";
import { useFullReport } from "./useFullReport";

const timeOf = ({ timestamp }: StockOutRow) => Date.parse(timestamp);
const keyOf = ({ timestamp, Location, Item }: StockOutRow) => `${timestamp} ${Location} ${Item}`;
const rowsOf = collectPlainRows<StockOutRow>();

const COLUMNS: readonly ListColumn<StockOutRow>[] = [
  { id: "date", header: "Date", value: (row) => row.Date, cell: (row) => formatDay(row.Date) },
  { id: "time", header: "Time", value: (row) => formatTime(row.timestamp), sortValue: timeOf },
  {
    id: "location",
    header: "Location",
    value: (row) => row.Location,
    cell: (row) => <LocationLink id={row.Location} />,
  },
  { id: "item", header: "Item", value: (row) => row.Item },
];

/** The items that sold out on a day (docs/requirements/reports.md, RPT-2). */
export default function StockOutsPage() {
  const address = useUrlState("find");
  return (
    <DayReport title="Stock Outs" address={address}>
      {(day) => <StockOuts key={day} day={day} address={address} />}
    </DayReport>
  );
}

function StockOuts({ day, address: urlState }: { readonly day: string; readonly address: UrlState }) {
  const { address, set } = urlState;
  const report = useFullReport({ query: stockOutsQuery(day), range: toDayRange(day), timeOf, rowsOf });
  const { rows } = report;
  const find = address.get("find") ?? "";
  const query = useDeferredValue(find);
  const matches = useMemo(() => filterRows(rows, query, (row) => [row.Location, row.Item]), [rows, query]);
  const items = useMemo(() => countByName(matches, (row) => row.Item), [matches]);
  const hours = useMemo(() => countByHour(matches, (row) => Number(row.Time.slice(0, 2))), [matches]);
  return (
    <ReportList
      report={report}
      matches={matches}
      columns={COLUMNS}
      keyOf={keyOf}
      address={urlState}
      rowName="stock-out"
      className="stock-out-table"
      fileName={`stock-outs-${day}`}
      emptyText={`No stock-outs on ${formatDay(day)}`}
      onClear={() => set("find", "")}
      filters={<ReportSearchField label="Find location or item" address={urlState} />}
    >
      <div className="report-charts">
        <HourColumns title="By hour (CT)" hours={hours} rowName="stock-out" />
        <Bars title="By item" counts={items} rowName="stock-out" onChoose={(item) => set("find", item)} />
      </div>
    </ReportList>
  );
}
