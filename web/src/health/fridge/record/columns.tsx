import { formatDuration, formatTemperature } from "../../../lib/formats";
import { Button } from "../../../ui/Button";
import { dateTime, number, tableColumns, text } from "../../../ui/table";
import { Muted } from "../../../ui/text";
import { ACTION_LABELS } from "../../rules/correctiveActions";
import type { Excursion } from "../../rules/temperatureRecord";
import type { CorrectiveAction } from "../../temperatureRecord";
import styles from "./record.module.css";

/** An excursion with the actions that were recorded for it. */
export interface ExcursionRow extends Excursion {
  readonly actions: readonly CorrectiveAction[];
}

type FormatTime = (at: number) => string;

const actionText = ({ action, note, user }: CorrectiveAction) =>
  `${ACTION_LABELS[action]}${note === null ? "" : `: ${note}`} (${user})`;

/**
 * @param missing why the user cannot record actions; undefined if the user can
 * @param onRecord called to record an action for an excursion
 */
export const excursionColumns = (
  format: FormatTime,
  missing: string | undefined,
  onRecord: (excursion: Excursion) => void,
) =>
  tableColumns<ExcursionRow>([
    dateTime("start", {
      label: "Start",
      value: ({ start }) => start,
      format: (at) => format(Number(at)),
      cell: ({ start, startsBeforePeriod }) => (startsBeforePeriod ? `Before ${format(start)}` : format(start)),
      csv: ({ start }) => new Date(start).toISOString(),
      rowHeader: true,
      minWidth: 12.5,
    }),
    dateTime("end", {
      label: "End",
      value: ({ end }) => end,
      format: (at) => format(Number(at)),
      cell: ({ end, endsWithoutData }) => (endsWithoutData ? `Unknown; last reading ${format(end)}` : format(end)),
      csv: ({ end }) => new Date(end).toISOString(),
      minWidth: 12.5,
    }),
    text("duration", {
      label: "Duration",
      value: ({ start, end }) => formatDuration(end - start),
      sortValue: ({ start, end }) => end - start,
      minWidth: 5,
      grow: 0,
    }),
    number("peak", { label: "Peak", value: ({ peak }) => peak, format: (degrees) => formatTemperature(degrees) ?? "" }),
    text("actions", {
      label: "Corrective actions",
      value: (row) => row.actions.map(actionText).join("; "),
      minWidth: 12,
      hasControls: true,
      cell: (row) => (
        <div>
          {row.actions.length === 0 ? (
            <Muted as="div">None recorded</Muted>
          ) : (
            <ul className={styles.list}>
              {row.actions.map((action) => (
                <li key={action.id}>{actionText(action)}</li>
              ))}
            </ul>
          )}
          <span className={styles.screenOnly}>
            <Button
              variant="link"
              aria-label={`Record action for ${format(row.start)}`}
              disabledReason={
                missing ??
                (row.startsBeforePeriod ? "It started before this period. Select a longer period." : undefined)
              }
              onClick={() => onRecord(row)}
            >
              Record action
            </Button>
          </span>
        </div>
      ),
    }),
  ]);

export const correctiveActionColumns = (format: FormatTime) =>
  tableColumns<CorrectiveAction>([
    dateTime("at", {
      label: "Recorded",
      value: ({ at }) => at,
      format: (at) => format(Date.parse(at)),
      rowHeader: true,
    }),
    text("user", { label: "By", value: ({ user }) => user }),
    text("action", { label: "Action", value: ({ action }) => ACTION_LABELS[action] }),
    text("note", { label: "Note", value: ({ note }) => note }),
    dateTime("excursion", {
      label: "For the excursion of",
      value: ({ excursionStart }) => excursionStart,
      format: (at) => format(Date.parse(at)),
    }),
  ]);
