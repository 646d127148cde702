import { useDeferredValue, useMemo } from "react";
import { formatDay } from "../ui/day";
import type { ListColumn } from "../ui/listTable";
import { useAddress, type Address } from "../ui/useAddress";
import { Bars } from "./charts/Bars";
import { countsOf } from "./charts/counts";
import { DayReport } from "./DayReport";
import { findRows } from "./find";
import { FindField } from "./FindField";
import { plainRows } from "./gather";
import { LocationLink } from "./LocationLink";
import { ReportList } from "./ReportList";
import { emptyChannelsQuery, type EmptyChannelRow } from "./reports";
import { centralTime } from "./rules/moments";
import { timeOfDay } from "./rules/timeRange";
import { useWholeReport } from "./useWholeReport";

const timeOf = ({ timestamp }: EmptyChannelRow) => Date.parse(timestamp);
const keyOf = ({ timestamp, kioskName, logicalRow, logicalColumn }: EmptyChannelRow) =>
  `${timestamp} ${kioskName} ${logicalRow}:${logicalColumn}`;
const rowsOf = plainRows<EmptyChannelRow>();

const COLUMNS: readonly ListColumn<EmptyChannelRow>[] = [
  {
    id: "location",
    header: "Location",
    value: ({ kioskName }) => kioskName,
    cell: ({ kioskName }) => <LocationLink id={kioskName} />,
  },
  { id: "item", header: "Item Name", value: ({ vendItemName }) => vendItemName },
  { id: "timestamp", header: "Timestamp", value: (row) => centralTime(timeOf(row)), order: timeOf },
  { id: "column", header: "Logical Column", value: ({ logicalColumn }) => logicalColumn },
  { id: "row", header: "Logical Row", value: ({ logicalRow }) => logicalRow },
];

/** Channels that gave nothing on a day (spec of planning and reporting, section 2). */
export default function EmptyChannelsPage() {
  const address = useAddress("find");
  return (
    <DayReport title="Empty Channel" address={address}>
      {(day) => <EmptyChannels key={day} day={day} address={address} />}
    </DayReport>
  );
}

function EmptyChannels({ day, address: parts }: { readonly day: string; readonly address: Address }) {
  const { address, set } = parts;
  const report = useWholeReport({ query: emptyChannelsQuery(day), range: timeOfDay(day), timeOf, rowsOf });
  const { rows } = report;
  const find = address.get("find") ?? "";
  const wanted = useDeferredValue(find);
  const found = useMemo(() => findRows(rows, wanted, (row) => [row.kioskName, row.vendItemName]), [rows, wanted]);
  const items = useMemo(() => countsOf(found, ({ vendItemName }) => vendItemName), [found]);
  const locations = useMemo(() => countsOf(found, ({ kioskName }) => kioskName), [found]);
  return (
    <ReportList
      report={report}
      found={found}
      columns={COLUMNS}
      keyOf={keyOf}
      address={parts}
      what="empty channel"
      className="empty-channel-table"
      fileName={`empty-channels-${day}`}
      empty={`No empty channels on ${formatDay(day)}`}
      onClear={() => set("find", "")}
      filters={<FindField label="Find location or item" address={parts} />}
    >
      <div className="report-charts">
        <Bars title="By item" counts={items} what="empty channel" onChoose={(item) => set("find", item)} />
        <Bars title="By location" counts={locations} what="empty channel" onChoose={(id) => set("find", id)} />
      </div>
    </ReportList>
  );
}
