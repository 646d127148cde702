import { useMemo } from "react";
import { formatDay, formatTime } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { dateTime, id, tableColumns, text } from "../ui/table";
import { Bars } from "./charts/Bars";
import { Charts } from "./charts/Chart";
import { countByHour, countByName } from "./charts/counts";
import { HourColumns } from "./charts/HourColumns";
import { collectPlainRows } from "./collectRows";
import { createMatcher } from "./createMatcher";
import { DayReport } from "./DayReport";
import { Headline } from "./Headline";
import { ReportList } from "./ReportList";
import { stockOutsQuery, type StockOutRow } from "./reports";
import { dayOf } from "./rules/comparison";
import { toDayRange, type TimeRange } from "./rules/timeRange";
import { parseUntil, toDayParams, UNTIL_PARAM, UntilFilter } from "./UntilFilter";
import { useComparison } from "./useComparison";
import { useFullReport } from "./useFullReport";

const timeOf = ({ timestamp }: StockOutRow) => Date.parse(timestamp);
const rowId = ({ timestamp, Location, Item }: StockOutRow) => `${timestamp} ${Location} ${Item}`;
const queryOf = (range: TimeRange) => stockOutsQuery(dayOf(range));
const rowsOf = collectPlainRows<StockOutRow>();
const matches = createMatcher<StockOutRow>(({ Location, Item }) => [Location, Item]);

const COLUMNS = tableColumns<StockOutRow>([
  dateTime("date", { label: "Date", value: (row) => row.Date, format: formatDay }),
  dateTime("time", {
    label: "Time",
    value: timeOf,
    format: (time) => formatTime(time),
    csv: (row) => formatTime(timeOf(row)),
  }),
  id("location", { label: "Location", value: (row) => row.Location, to: (row) => paths.inventory(row.Location) }),
  text("item", { label: "Item", value: (row) => row.Item }),
]);

/** The items that sold out on a day (docs/requirements/reports.md, RPT-2). */
export default function StockOutsPage() {
  const address = useUrlState("find");
  return (
    <DayReport title="Stock Outs" name="stock-outs" address={address}>
      {(day, state) => <StockOuts day={day} address={state} />}
    </DayReport>
  );
}

function StockOuts({ day, address }: { readonly day: string; readonly address: UrlState }) {
  const range = useMemo(() => toDayRange(day), [day]);
  const report = useFullReport({ query: stockOutsQuery(day), range, timeOf, rowsOf });
  const comparison = useComparison({ report, range, queryOf, rowsOf, timeOfRow: timeOf });
  const until = parseUntil(address.address, day);
  const rows = useMemo(() => report.rows.filter((row) => until === null || timeOf(row) < until), [report.rows, until]);
  return (
    <ReportList
      name="stock-outs"
      report={report}
      rows={rows}
      columns={COLUMNS}
      rowId={rowId}
      matches={matches}
      address={address}
      rowName="stock-out"
      period={day}
      emptyText={`No stock-outs on ${formatDay(day)}`}
      filterParams={[UNTIL_PARAM]}
      filters={<UntilFilter until={until} address={address} />}
      headline={
        <Headline
          total={report.rows.length}
          range={range}
          comparison={comparison}
          complete={report.complete}
          rowName="stock-out"
          paramsOf={toDayParams}
        />
      }
      searchLabel="Find location or item"
      charts={(listed) => <StockOutCharts rows={listed} onChoose={(item) => address.set("find", item)} />}
    />
  );
}

interface ChartsProps {
  readonly rows: readonly StockOutRow[];
  readonly onChoose: (item: string) => void;
}

function StockOutCharts({ rows, onChoose }: ChartsProps) {
  const items = useMemo(() => countByName(rows, (row) => row.Item), [rows]);
  const hours = useMemo(() => countByHour(rows, (row) => Number(row.Time.slice(0, 2))), [rows]);
  return (
    <Charts>
      <HourColumns title="By hour (CT)" hours={hours} rowName="stock-out" />
      <Bars title="By item" counts={items} rowName="stock-out" onChoose={onChoose} />
    </Charts>
  );
}
