import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { BUSINESS_ZONE } from "../../../lib/zone";
import {
  formatCount,
  formatDateTimeWithCentral,
  formatDuration,
  formatNumber,
  formatShare,
  formatTemperature,
} from "../../../lib/formats";
import type { LocationDetail } from "../../../locations/locationQuery";
import { formatValue } from "../../../locations/rules/format";
import { timeZoneOf } from "../../../locations/rules/options";
import { useMyPermissions } from "../../../session/permissions";
import { useUser } from "../../../session/user";
import { Facts } from "../../../ui/Facts";
import { onDemand } from "../../../ui/onDemand";
import { Panel } from "../../../ui/Panel";
import { DataTable } from "../../../ui/table";
import { Muted } from "../../../ui/text";
import { fridgeHealthQuery } from "../../fridgeHealth";
import { actionsFor } from "../../rules/correctiveActions";
import { holdsOf, LIMIT, MAX_INTERVAL, summarizeTemperatures, type Excursion } from "../../rules/temperatureRecord";
import type { TemperatureRecord } from "../../temperatureRecord";
import { correctiveActionColumns, excursionColumns, type ExcursionRow } from "./columns";
import { RecordChart } from "./RecordChart";
import styles from "./record.module.css";

const CorrectiveActionDialog = onDemand(async () => (await import("./CorrectiveActionDialog")).CorrectiveActionDialog);

interface Props {
  readonly id: string;
  /** Null if it is unknown. */
  readonly location: LocationDetail | null;
  readonly record: TemperatureRecord;
  readonly days: number;
}

/** The report: the fridge and the period, the time above the limit, excursions, holds, missing data and actions. */
export function RecordReport({ id, location, record, days }: Props) {
  const { email } = useUser();
  const { missingPermission } = useMyPermissions();
  const { period, readings, holdChanges, actions } = record;
  const summary = useMemo(() => summarizeTemperatures(readings, period), [readings, period]);
  const safetyHold = useQuery(fridgeHealthQuery(id)).data?.safetyHold ?? null;
  const holds = holdsOf(holdChanges, safetyHold, period);
  const [selected, setSelected] = useState<Excursion | null>(null);
  const zone = location ? timeZoneOf(location.timeZone).iana : BUSINESS_ZONE;
  const rows = summary.excursions.map((excursion): ExcursionRow => ({
    ...excursion,
    actions: actionsFor(excursion, actions),
  }));
  const length = period.end - period.start;
  const missing = missingPermission("RecordTemperature");

  const format = useMemo(() => (at: number) => formatDateTimeWithCentral(at, { zone }), [zone]);
  const columns = useMemo(() => excursionColumns(format, missing, setSelected), [format, missing, setSelected]);
  const actionColumns = useMemo(() => correctiveActionColumns(format), [format]);

  return (
    <div className={styles.report}>
      <p className={styles.printOnly}>Temperature record for food safety inspectors</p>
      <Facts
        label="Report"
        layout="row"
        facts={[
          ["Fridge", location?.prettyName ? `${location.prettyName} (${id})` : id],
          ["Address", location && formatValue("address", location.address)],
          ["Period", `${format(period.start)} to ${format(period.end)} (${days} days)`],
          ["Source", "Readings that the fridge reported to Larder"],
          ["Generated", `${format(period.end)} by ${email}`],
        ]}
      />
      <Panel title={`Time above ${LIMIT} °F`}>
        <Facts
          label="Summary"
          layout="row"
          facts={[
            [`Above ${LIMIT} °F`, summary.measured === 0 ? "No data" : formatDuration(summary.above)],
            ["Excursions", String(summary.excursions.length)],
            [
              "Lowest and highest",
              summary.range
                ? `${formatTemperature(summary.range.lowest)} to ${formatTemperature(summary.range.highest)}`
                : "No data",
            ],
            [
              "Measured",
              `${formatDuration(summary.measured)} (${formatShare(length === 0 ? 0 : summary.measured / length)})`,
            ],
            [
              "No data",
              `${formatDuration(summary.missing)} (${formatShare(length === 0 ? 0 : summary.missing / length)})`,
            ],
            ["Readings", formatNumber(readings.length)],
          ]}
        />
        {summary.range && <RecordChart summary={summary} period={period} zone={zone} />}
        <Muted as="p">
          {`Between two readings at most ${formatDuration(MAX_INTERVAL)} apart, the temperature counts as changing evenly. Longer intervals have no data and count neither as safe nor as above ${LIMIT} °F.`}
        </Muted>
      </Panel>
      <Panel title="Excursions">
        <DataTable
          name="temperatureExcursions"
          label={`Excursions above ${LIMIT} °F`}
          columns={columns}
          rows={rows}
          rowId={({ start }) => String(start)}
          csvName={`excursions-${id}.csv`}
          empty={
            summary.measured === 0
              ? "No data: the fridge reported no temperatures in this period"
              : `No reading above ${LIMIT} °F in the measured time`
          }
        />
      </Panel>
      <Panel title="No data">
        {summary.gaps.length === 0 ? (
          <p>No interval longer than {formatDuration(MAX_INTERVAL)} without readings</p>
        ) : (
          <ul className={styles.list}>
            {summary.gaps.map((gap) => (
              <li key={gap.start}>
                {format(gap.start)} to {format(gap.end)} ({formatDuration(gap.end - gap.start)})
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Safety holds">
        {holds.length === 0 ? (
          <p>No safety hold reported in this period</p>
        ) : (
          <ul className={styles.list}>
            {holds.map(({ start, end }) => (
              <li key={start ?? 0}>
                {start === null ? "On since before this period" : format(start)}{" "}
                {end === null ? "until now" : `to ${format(end)}`}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Corrective actions">
        <DataTable
          name="correctiveActions"
          label="Corrective actions"
          columns={actionColumns}
          rows={actions}
          rowId={(action) => action.id}
          csvName={`corrective-actions-${id}.csv`}
          empty={`No corrective actions for excursions of the last ${formatCount(days, "day")}`}
        />
      </Panel>
      {selected && (
        <CorrectiveActionDialog
          id={id}
          excursion={selected}
          title={`Corrective action for ${format(selected.start)}`}
          onClose={() => setSelected(null)}
        />
      )}
    </div>
  );
}
