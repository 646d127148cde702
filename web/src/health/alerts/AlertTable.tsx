import { memo, useCallback } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import type { ListColumn, Sort } from "../../ui/listTable";
import { directionOf, VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRows } from "../../ui/useVisibleRows";
import type { FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel } from "../rules/alerts";
import { AlertKind, AlertAcknowledgment, AlertTimes } from "./AlertDetails";

interface Props {
  readonly alerts: readonly FridgeAlert[];
  readonly now: number;
  readonly sort: Sort | null;
  readonly onSort: (column: string) => void;
  readonly onAcknowledge: (alert: FridgeAlert) => void;
}

/** The sortable columns. */
export const ALERT_COLUMNS: readonly ListColumn<FridgeAlert>[] = [
  { id: "fridge", header: "Fridge", value: ({ location }) => location },
  { id: "kind", header: "Alert", value: ({ kind }) => alertKindLabel(kind) },
  { id: "times", header: "When", value: ({ since }) => since },
  { id: "note", header: "Acknowledged", value: ({ acknowledgedAt }) => acknowledgedAt },
];

const HEIGHT = { line: 56, card: 111 };
const heightOfRow = () => HEIGHT;

/** A table of alerts in the given order. */
export const AlertTable = memo(function AlertTable({ alerts, now, sort, onSort, onAcknowledge }: Props) {
  const { missingPermission } = useMyPermissions();
  const keyOf = useCallback((index: number) => alerts[index]?.id ?? String(index), [alerts]);
  const { rows, measureRow, bodyProps } = useVisibleRows(alerts.length, keyOf, heightOfRow);
  return (
    <VirtualTable
      label="Alerts"
      className="alerts-table"
      count={alerts.length}
      bodyProps={bodyProps}
      header={
        <>
          {ALERT_COLUMNS.map(({ id, header }) => (
            <SortableHeader key={id} column={id} sorted={directionOf(id, sort)} onSort={() => onSort(id)}>
              {header}
            </SortableHeader>
          ))}
          <div role="columnheader" data-column="action">
            Action
          </div>
        </>
      }
    >
      {rows.map((place) => {
        const alert = alerts[place.index];
        if (!alert) return null;
        const { id, location, kind, state, acknowledgedAt } = alert;
        return (
          <VirtualRow key={id} visibleRow={place} measureRow={measureRow}>
            <div role="rowheader" data-column="fridge">
              <Link to={paths.fridgeHealth(location)}>{location}</Link>
            </div>
            <div role="cell" data-column="kind">
              <AlertKind alert={alert} />
            </div>
            <div role="cell" data-column="times">
              <AlertTimes alert={alert} now={now} />
            </div>
            <div role="cell" data-column="note">
              <AlertAcknowledgment alert={alert} now={now} />
            </div>
            <div role="cell" data-column="action">
              {state === "OPEN" && !acknowledgedAt && (
                <Button
                  aria-label={`Acknowledge ${location}: ${alertKindLabel(kind)}`}
                  onClick={() => onAcknowledge(alert)}
                  disabledReason={missingPermission("SendFridgeCommand")}
                >
                  Acknowledge
                </Button>
              )}
            </div>
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
});
