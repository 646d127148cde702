import { useMemo, type ReactNode } from "react";
import { formatCount, formatNumber, formatPart } from "../../lib/formats";
import { Button } from "../Button";
import { LazyDialog } from "../LazyDialog";
import { DataTable, id, status, tableColumns, text, type Tone } from "../table";
import { useUnsavedChangesGuard } from "../useUnsavedChangesGuard";
import styles from "./bulk.module.css";
import { countOutcomes, type BulkAction, type BulkCall, type BulkOutcome } from "./useBulkAction";

interface Props<Row> {
  readonly action: BulkAction<Row>;
  /** The question before the user confirms, and the title of the results. Names what happens to how many rows. */
  readonly title: string;
  /** The singular name of a row, such as "fridge". */
  readonly rowName: string;
  /** The id of the object of a row, such as 'CHI_0042'. */
  readonly objectOf: (row: Row) => string;
  /** What else identifies the row, such as the name of the fridge or the kind of the alert. */
  readonly nameOf: (row: Row) => string;
  /** The effect, and the fields of the form. Hidden after the user confirms. */
  readonly children: ReactNode;
  /** The label of the button that confirms. */
  readonly confirm: string;
  /** Why the user cannot confirm; undefined if allowed. */
  readonly disabledReason?: string | undefined;
  readonly danger?: boolean;
  readonly call: BulkCall<Row>;
}

/** The height of the list of rows in pixels. */
const LIST_HEIGHT = 280;

/** Lists the rows of a bulk action for confirmation, then the result of each row. */
export function BulkDialog<Row extends object>(props: Props<Row>) {
  const { action, title, rowName, objectOf, nameOf } = props;
  const { run, rowId, started, failed } = action;
  const active = run?.active ?? false;
  const columns = useMemo(() => {
    const of = (row: Row) => run?.outcomes.get(rowId(row));
    const listed = tableColumns<Row>([
      id("object", { label: "ID", value: objectOf, rowHeader: true, sortable: false }),
      text("name", { label: "Name", value: nameOf, grow: 1, sortable: false }),
    ]);
    if (!started) return listed;
    return [
      ...listed,
      ...tableColumns<Row>([
        status("result", { label: "Result", value: (row) => labelOf(of(row)), tone: (row) => toneOf(of(row)) }),
        text("reason", {
          label: "Reason",
          value: (row) => {
            const outcome = of(row);
            return outcome?.state === "failed" ? outcome.reason : null;
          },
          grow: 2,
          minWidth: 8,
        }),
      ]),
    ];
  }, [run, rowId, objectOf, nameOf, started]);
  if (!run) return null;
  if (!action.isOpen) return active && <LeaveGuard />;
  const done = [...run.outcomes.values()].filter(({ state }) => state !== "waiting").length;
  return (
    <>
      {active && <LeaveGuard />}
      <LazyDialog
        wide
        title={title}
        onClose={action.close}
        actions={
          started ? (
            <>
              <Button onClick={action.close}>Close</Button>
              {failed.length > 0 && (
                <Button variant="primary" busy={active} busyText="Retrying…" onClick={action.retry}>
                  Retry {formatNumber(failed.length)} failed
                </Button>
              )}
            </>
          ) : (
            <>
              <Button onClick={action.close}>Cancel</Button>
              <Button
                variant={props.danger ? "danger" : "primary"}
                disabledReason={props.disabledReason}
                onClick={() => action.start(props.call)}
              >
                {props.confirm}
              </Button>
            </>
          )
        }
      >
        {started ? (
          <div className={styles.progress}>
            <progress value={done} max={run.outcomes.size} aria-label={`Processed ${rowName}s`} />
            <span role="status">
              {active ? `${formatPart(done, run.outcomes.size)} processed` : describeRun(run.outcomes)}
            </span>
          </div>
        ) : (
          props.children
        )}
        <DataTable
          name="bulk-action"
          label={formatCount(run.rows.length, `selected ${rowName}`)}
          columns={columns}
          rows={run.rows}
          rowId={rowId}
          height={LIST_HEIGHT}
          plain
        />
      </LazyDialog>
    </>
  );
}

/** Rendered only while calls are in progress, because a screen can have several bulk actions and only one guard. */
function LeaveGuard() {
  useUnsavedChangesGuard(true, {
    title: "Leave before all rows are processed?",
    message: "The results of the remaining rows will not be shown.",
    confirm: "Leave",
  });
  return null;
}

interface NoticeProps<Row> {
  readonly action: BulkAction<Row>;
  /** What was done, such as 'Reset ReactUI'. */
  readonly label: string;
}

/** The results of a bulk action after its dialog was closed. */
export function BulkNotice<Row>({ action, label }: NoticeProps<Row>) {
  const { run, started, isOpen } = action;
  if (!run || !started || isOpen) return null;
  return (
    <div className={styles.notice} role="status">
      <span>
        {label}: {describeRun(run.outcomes)}
      </span>
      <Button onClick={action.show}>Show results</Button>
      {!run.active && <Button onClick={action.dismiss}>Dismiss results</Button>}
    </div>
  );
}

function describeRun(outcomes: ReadonlyMap<string, BulkOutcome>): string {
  return countOutcomes(outcomes.values())
    .map(([label, count]) => `${formatNumber(count)} ${label.toLowerCase()}`)
    .join(", ");
}

function labelOf(outcome: BulkOutcome | undefined): string {
  if (!outcome || outcome.state === "waiting") return "Waiting";
  return outcome.state === "done" ? outcome.label : "Failed";
}

function toneOf(outcome: BulkOutcome | undefined): Tone {
  if (!outcome || outcome.state === "waiting") return "neutral";
  return outcome.state === "done" ? "positive" : "negative";
}
