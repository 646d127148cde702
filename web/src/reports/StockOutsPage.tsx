import { useMemo } from "react";
import { formatDay, formatTime } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { dateTime, id, tableColumns, text, type TableViews } from "../ui/table";
import { Bars } from "./charts/Bars";
import { Charts } from "./charts/Chart";
import { countByHour, countByName } from "./charts/counts";
import { HourColumns } from "./charts/HourColumns";
import { collectPlainRows } from "./collectRows";
import { createMatcher } from "./createMatcher";
import { DayReport } from "./DayReport";
import { ReportList } from "./ReportList";
import { stockOutsQuery, type StockOutRow } from "./reports";
import { useDayReport } from "./useDayReport";

const timeOf = ({ timestamp }: StockOutRow) => Date.parse(timestamp);
const rowId = ({ timestamp, Location, Item }: StockOutRow) => `${timestamp} ${Location} ${Item}`;
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
      {(day, state, views) => <StockOuts day={day} address={state} views={views} />}
    </DayReport>
  );
}

interface Props {
  readonly day: string;
  readonly address: UrlState;
  readonly views: TableViews;
}

function StockOuts({ day, address, views }: Props) {
  const list = useDayReport({ day, address, queryOf: stockOutsQuery, timeOf, rowsOf, rowName: "stock-out" });
  return (
    <ReportList
      {...list}
      views={views}
      name="stock-outs"
      columns={COLUMNS}
      rowId={rowId}
      matches={matches}
      emptyText={`No stock-outs on ${formatDay(day)}`}
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
