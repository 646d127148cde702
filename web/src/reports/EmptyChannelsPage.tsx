import { useMemo } from "react";
import { formatDay, formatTimestamp } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { dateTime, id, number, tableColumns, text, type TableViews } from "../ui/table";
import { Bars } from "./charts/Bars";
import { Charts } from "./charts/Chart";
import { countByName } from "./charts/counts";
import { collectPlainRows } from "./collectRows";
import { createMatcher } from "./createMatcher";
import { DayReport } from "./DayReport";
import { ReportList } from "./ReportList";
import { emptyChannelsQuery, type EmptyChannelRow } from "./reports";
import { useDayReport } from "./useDayReport";

const timeOf = ({ timestamp }: EmptyChannelRow) => Date.parse(timestamp);
const rowId = ({ timestamp, kioskName, logicalRow, logicalColumn }: EmptyChannelRow) =>
  `${timestamp} ${kioskName} ${logicalRow}:${logicalColumn}`;
const rowsOf = collectPlainRows<EmptyChannelRow>();
const matches = createMatcher<EmptyChannelRow>(({ kioskName, vendItemName }) => [kioskName, vendItemName]);

const COLUMNS = tableColumns<EmptyChannelRow>([
  id("location", {
    label: "Location",
    value: ({ kioskName }) => kioskName,
    to: ({ kioskName }) => paths.inventory(kioskName),
  }),
  text("item", { label: "Item Name", value: ({ vendItemName }) => vendItemName }),
  dateTime("timestamp", {
    label: "Timestamp",
    value: timeOf,
    format: formatTimestamp,
    csv: (row) => formatTimestamp(timeOf(row)),
  }),
  number("column", { label: "Logical Column", value: ({ logicalColumn }) => logicalColumn }),
  number("row", { label: "Logical Row", value: ({ logicalRow }) => logicalRow }),
]);

/** The channels that dispensed nothing on a day (docs/requirements/reports.md, RPT-1). */
export default function EmptyChannelsPage() {
  const address = useUrlState("find");
  return (
    <DayReport title="Empty Channel" name="empty-channels" address={address}>
      {(day, state, views) => <EmptyChannels day={day} address={state} views={views} />}
    </DayReport>
  );
}

interface Props {
  readonly day: string;
  readonly address: UrlState;
  readonly views: TableViews;
}

function EmptyChannels({ day, address, views }: Props) {
  const list = useDayReport({ day, address, queryOf: emptyChannelsQuery, timeOf, rowsOf, rowName: "empty channel" });
  return (
    <ReportList
      {...list}
      views={views}
      name="empty-channels"
      columns={COLUMNS}
      rowId={rowId}
      matches={matches}
      permission="GetEmptyChannel"
      emptyText={`No empty channels on ${formatDay(day)}`}
      searchLabel="Find location or item"
      charts={(listed) => <EmptyChannelCharts rows={listed} onChoose={(name) => address.set("find", name)} />}
    />
  );
}

interface ChartsProps {
  readonly rows: readonly EmptyChannelRow[];
  readonly onChoose: (name: string) => void;
}

function EmptyChannelCharts({ rows, onChoose }: ChartsProps) {
  const items = useMemo(() => countByName(rows, ({ vendItemName }) => vendItemName), [rows]);
  const locations = useMemo(() => countByName(rows, ({ kioskName }) => kioskName), [rows]);
  return (
    <Charts>
      <Bars title="By item" counts={items} rowName="empty channel" onChoose={onChoose} />
      <Bars title="By location" counts={locations} rowName="empty channel" onChoose={onChoose} />
    </Charts>
  );
}
