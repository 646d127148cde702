import { useDeferredValue, useMemo } from "react";
import { formatDay, formatTimestamp } from "../lib/formats";
import type { ListColumn } from "../ui/listTable";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { Bars } from "./charts/Bars";
import { countByName } from "./charts/counts";
import { DayReport } from "./DayReport";
import { filterRows } from "./filterRows";
import { ReportSearchField } from "./ReportSearchField";
import { collectPlainRows } from "./collectRows";
import { LocationLink } from "./LocationLink";
import { ReportList } from "./ReportList";
import { emptyChannelsQuery, type EmptyChannelRow } from "./reports";
import { toDayRange } from "./rules/timeRange";
import { useFullReport } from "./useFullReport";

const timeOf = ({ timestamp }: EmptyChannelRow) => Date.parse(timestamp);
const keyOf = ({ timestamp, kioskName, logicalRow, logicalColumn }: EmptyChannelRow) =>
  `${timestamp} ${kioskName} ${logicalRow}:${logicalColumn}`;
const rowsOf = collectPlainRows<EmptyChannelRow>();

const COLUMNS: readonly ListColumn<EmptyChannelRow>[] = [
  {
    id: "location",
    header: "Location",
    value: ({ kioskName }) => kioskName,
    cell: ({ kioskName }) => <LocationLink id={kioskName} />,
  },
  { id: "item", header: "Item Name", value: ({ vendItemName }) => vendItemName },
  { id: "timestamp", header: "Timestamp", value: (row) => formatTimestamp(timeOf(row)), sortValue: timeOf },
  { id: "column", header: "Logical Column", value: ({ logicalColumn }) => logicalColumn },
  { id: "row", header: "Logical Row", value: ({ logicalRow }) => logicalRow },
];

/** The channels that dispensed nothing on a day (docs/requirements/reports.md, RPT-1). */
export default function EmptyChannelsPage() {
  const address = useUrlState("find");
  return (
    <DayReport title="Empty Channel" address={address}>
      {(day) => <EmptyChannels key={day} day={day} address={address} />}
    </DayReport>
  );
}

function EmptyChannels({ day, address: urlState }: { readonly day: string; readonly address: UrlState }) {
  const { address, set } = urlState;
  const report = useFullReport({ query: emptyChannelsQuery(day), range: toDayRange(day), timeOf, rowsOf });
  const { rows } = report;
  const find = address.get("find") ?? "";
  const query = useDeferredValue(find);
  const matches = useMemo(() => filterRows(rows, query, (row) => [row.kioskName, row.vendItemName]), [rows, query]);
  const items = useMemo(() => countByName(matches, ({ vendItemName }) => vendItemName), [matches]);
  const locations = useMemo(() => countByName(matches, ({ kioskName }) => kioskName), [matches]);
  return (
    <ReportList
      report={report}
      matches={matches}
      columns={COLUMNS}
      keyOf={keyOf}
      address={urlState}
      rowName="empty channel"
      permission="GetEmptyChannel"
      className="empty-channel-table"
      fileName={`empty-channels-${day}`}
      emptyText={`No empty channels on ${formatDay(day)}`}
      onClear={() => set("find", "")}
      filters={<ReportSearchField label="Find location or item" address={urlState} />}
    >
      <div className="report-charts">
        <Bars title="By item" counts={items} rowName="empty channel" onChoose={(item) => set("find", item)} />
        <Bars title="By location" counts={locations} rowName="empty channel" onChoose={(id) => set("find", id)} />
      </div>
    </ReportList>
  );
}
