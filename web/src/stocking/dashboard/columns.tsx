import { Fragment } from "react";
import { Link } from "react-router";
import { formatDay } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { id, number, status, tableColumns, text, type Column, type Columns } from "../../ui/table";
import { Tag, type Tone } from "../../ui/Tag";
import { isOutstanding } from "../rules/delay";
import { stageOf, statusLabel, type Stage, type StopRow } from "./rows";
import styles from "./routeCard.module.css";
import { formatStopTime } from "./times";

const TONES: Readonly<Record<Stage, Tone>> = {
  notStarted: "neutral",
  inProgress: "info",
  done: "positive",
  problem: "negative",
};
// A constant element, because thousands are rendered.
const NO_VALUE = <span className={styles.none}>—</span>;

/** The columns of a route's stops (STK-2). A missing value is a dash. */
export function columnsOn(day: string): Columns<StopRow> {
  return tableColumns([
    number("stop", { label: "Stop", value: ({ stop }) => stop, grow: 0 }),
    id("location", {
      label: "Location",
      value: ({ location }) => location,
      cell: (row) => <LocationName row={row} />,
      minWidth: 7.5,
      grow: 3,
    }),
    stopTime("scannedAt", "Scanned At (CT)", ({ scannedAt }) => scannedAt, day),
    {
      ...stopTime("stockedAt", "Stocked At (CT)", ({ stockedAt }) => stockedAt, day),
      cell: (row) => formatStopTime(row.stockedAt, day) ?? <ExpectedTime row={row} day={day} />,
    },
    text("accountTier", {
      label: "Account Tier",
      value: ({ accountTier }) => accountTier,
      cell: ({ accountTier }) => accountTier ?? NO_VALUE,
      minWidth: 5,
      grow: 1,
    }),
    text("onlineDate", {
      label: "First Stocking Date",
      value: ({ onlineDate }) => onlineDate && formatDay(onlineDate),
      sortValue: ({ onlineDate }) => onlineDate,
      cell: ({ onlineDate }) => (onlineDate ? formatDay(onlineDate) : NO_VALUE),
      minWidth: 6,
      grow: 1,
    }),
    text("safetyHold", {
      label: "Safety Hold",
      value: ({ safetyHold }) => safetyHold,
      cell: ({ safetyHold }) => (safetyHold === "Yes" ? <strong>Yes</strong> : (safetyHold ?? NO_VALUE)),
      minWidth: 4.5,
      grow: 0,
    }),
    text("vendingState", {
      label: "Vending State Status",
      value: ({ vendingState }) => vendingState,
      cell: ({ vendingState }) => (vendingState === null ? NO_VALUE : <BreakableName name={vendingState} />),
      minWidth: 6.5,
    }),
    status<StopRow>("status", {
      label: "Status",
      value: statusLabel,
      cell: (row) => (
        <span className={styles.tags}>
          <Tag tone={TONES[stageOf(row.status)]}>{statusLabel(row)}</Tag>
          {row.late && <Tag tone="warning">Late</Tag>}
        </span>
      ),
      minWidth: 7.5,
      grow: 4,
    }),
    text("driver", {
      label: "Driver",
      value: ({ driver }) => driver,
      cell: ({ driver }) => driver ?? NO_VALUE,
      minWidth: 8,
      grow: 3,
      truncate: true,
    }),
  ]);
}

function stopTime(name: string, label: string, at: (row: StopRow) => string | null, day: string): Column<StopRow> {
  return text(name, {
    label,
    value: (row) => formatStopTime(at(row), day),
    sortValue: at,
    cell: (row) => formatStopTime(at(row), day) ?? NO_VALUE,
    minWidth: 5.5,
    grow: 1,
  });
}

/** The location's id with a link to its page, and its name below. */
function LocationName({ row: { location, name } }: { readonly row: StopRow }) {
  return (
    <span className={styles.location}>
      <Link to={paths.location(location)}>{location}</Link>
      {name !== null && <span className={styles.name}>{name}</span>}
    </span>
  );
}

/** The expected time of a stop that is not finished. */
function ExpectedTime({ row, day }: { readonly row: StopRow; readonly day: string }) {
  const time = isOutstanding(row) ? formatStopTime(row.expectedTime, day) : null;
  return time === null ? NO_VALUE : <span className={styles.none}>Expected {time}</span>;
}

/** A name such as PRODUCT_UNDER_ELEVATOR, with possible line breaks after the underscores. */
function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
