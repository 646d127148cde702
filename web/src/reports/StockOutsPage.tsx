import { useDeferredValue, useMemo } from "react";
import { formatDay } from "../ui/day";
import type { ListColumn } from "../ui/listTable";
import { useAddress, type Address } from "../ui/useAddress";
import { Bars } from "./charts/Bars";
import { countsOf, hoursOf } from "./charts/counts";
import { HourColumns } from "./charts/HourColumns";
import { DayReport } from "./DayReport";
import { findRows } from "./find";
import { FindField } from "./FindField";
import { plainRows } from "./gather";
import { LocationLink } from "./LocationLink";
import { ReportList } from "./ReportList";
import { stockOutsQuery, type StockOutRow } from "./reports";
import { timeOfDay } from "./rules/timeRange";
import { useWholeReport } from "./useWholeReport";

const timeOf = ({ timestamp }: StockOutRow) => Date.parse(timestamp);
const keyOf = ({ timestamp, Location, Item }: StockOutRow) => `${timestamp} ${Location} ${Item}`;
const rowsOf = plainRows<StockOutRow>();

const COLUMNS: readonly ListColumn<StockOutRow>[] = [
  { id: "date", header: "Date", value: (row) => row.Date, cell: (row) => formatDay(row.Date) },
  { id: "time", header: "Time", value: (row) => `${row.Time} CT`, order: timeOf },
  {
    id: "location",
    header: "Location",
    value: (row) => row.Location,
    cell: (row) => <LocationLink id={row.Location} />,
  },
  { id: "item", header: "Item", value: (row) => row.Item },
];

/** Items that were sold out on a day (spec of planning and reporting, section 2). */
export default function StockOutsPage() {
  const address = useAddress("find");
  return (
    <DayReport title="Stock Outs" address={address}>
      {(day) => <StockOuts key={day} day={day} address={address} />}
    </DayReport>
  );
}

function StockOuts({ day, address: parts }: { readonly day: string; readonly address: Address }) {
  const { address, set } = parts;
  const report = useWholeReport({ query: stockOutsQuery(day), range: timeOfDay(day), timeOf, rowsOf });
  const { rows } = report;
  const find = address.get("find") ?? "";
  const wanted = useDeferredValue(find);
  const found = useMemo(() => findRows(rows, wanted, (row) => [row.Location, row.Item]), [rows, wanted]);
  const items = useMemo(() => countsOf(found, (row) => row.Item), [found]);
  const hours = useMemo(() => hoursOf(found, (row) => Number(row.Time.slice(0, 2))), [found]);
  return (
    <ReportList
      report={report}
      found={found}
      columns={COLUMNS}
      keyOf={keyOf}
      address={parts}
      what="stock-out"
      className="stock-out-table"
      fileName={`stock-outs-${day}`}
      empty={`No stock-outs on ${formatDay(day)}`}
      onClear={() => set("find", "")}
      filters={<FindField label="Find location or item" address={parts} />}
    >
      <div className="report-charts">
        <HourColumns title="By hour (CT)" hours={hours} what="stock-out" />
        <Bars title="By item" counts={items} what="stock-out" onChoose={(item) => set("find", item)} />
      </div>
    </ReportList>
  );
}
