/** The columns of the alerts' table and of its CSV file. */
import type { CsvColumn } from "../../lib/csv";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { actions, id, tableColumns, text } from "../../ui/table";
import type { FridgeAlert } from "../fridgeAlerts";
import { alertKindLabel } from "../rules/alerts";
import { AlertAcknowledgment, AlertKind, AlertTimes } from "./AlertDetails";
import { SnoozeAction } from "./SnoozeAction";

interface Options {
  readonly now: number;
  /** Why the user cannot acknowledge alerts; undefined if allowed. */
  readonly disabledReason: string | undefined;
  readonly onAcknowledge: (alert: FridgeAlert) => void;
}

export function alertColumns({ now, disabledReason, onAcknowledge }: Options) {
  return tableColumns<FridgeAlert>([
    id("fridge", {
      label: "Fridge",
      value: ({ location }) => location,
      to: ({ location }) => paths.fridgeHealth(location),
      rowHeader: true,
    }),
    text("kind", {
      label: "Alert",
      value: ({ kind }) => alertKindLabel(kind),
      cell: (alert) => <AlertKind alert={alert} />,
      minWidth: 10,
    }),
    text("times", {
      label: "When",
      value: ({ since }) => since,
      cell: (alert) => <AlertTimes alert={alert} now={now} />,
      minWidth: 10,
      grow: 1,
    }),
    text("note", {
      label: "Acknowledged",
      value: ({ acknowledgedAt }) => acknowledgedAt,
      cell: (alert) => <AlertAcknowledgment alert={alert} now={now} />,
      minWidth: 10,
    }),
    actions("action", {
      label: "Action",
      minWidth: 12,
      grow: 0,
      cell: (alert) =>
        alert.state === "OPEN" && (
          <>
            {!alert.acknowledgedAt && (
              <Button
                aria-label={`Acknowledge ${alert.location}: ${alertKindLabel(alert.kind)}`}
                onClick={() => onAcknowledge(alert)}
                disabledReason={disabledReason}
              >
                Acknowledge
              </Button>
            )}
            <SnoozeAction location={alert.location} />
          </>
        ),
    }),
  ]);
}

export const ALERT_CSV_COLUMNS: readonly CsvColumn<FridgeAlert>[] = [
  { header: "location", value: ({ location }) => location },
  { header: "kind", value: ({ kind }) => kind },
  { header: "state", value: ({ state }) => state },
  { header: "since", value: ({ since }) => since },
  { header: "openedAt", value: ({ openedAt }) => openedAt },
  { header: "clearedAt", value: ({ clearedAt }) => clearedAt },
  { header: "detail", value: ({ detail }) => detail },
  { header: "acknowledgedBy", value: ({ acknowledgedBy }) => acknowledgedBy },
  { header: "acknowledgedAt", value: ({ acknowledgedAt }) => acknowledgedAt },
  { header: "note", value: ({ note }) => note },
];
