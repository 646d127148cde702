import { useMemo, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Empty } from "../../ui/states";
import type { TimeZone } from "../rules/options";
import type { PlannedChange } from "./plan";
import { PREVIEW_COLUMNS, shownRows, type PreviewSort } from "./previewColumns";
import { PreviewTable } from "./PreviewTable";
import type { useScheduling } from "./useScheduling";
import { screenOf } from "../list/screens";

interface Props {
  readonly plan: readonly PlannedChange[];
  /** Those that are still to be scheduled. */
  readonly left: readonly PlannedChange[];
  readonly scheduling: ReturnType<typeof useScheduling>;
  /** Why they cannot be. */
  readonly hindrance: string | undefined;
  readonly zone: TimeZone;
}

const changes = (count: number) => (count === 1 ? "1 change" : `${count} changes`);

/** Every change with what is stored now beside what will be; and what became of it. */
export function Preview({ plan, left, scheduling, hindrance }: Props) {
  const { outcomes, progress, start } = scheduling;
  const [find, setFind] = useState("");
  const [sort, setSort] = useState<PreviewSort>("");
  const rows = useMemo(() => plan.map((change) => ({ change, outcome: outcomes.get(change.key) })), [plan, outcomes]);
  const shown = useMemo(() => shownRows(rows, find, sort), [rows, find, sort]);

  const unchanged = plan.filter((change) => change.unchanged).length;
  const late = left.filter((change) => change.missesStocking).length;
  const failed = left.filter(({ key }) => outcomes.get(key)?.kind === "failed").length;
  const scheduled = rows.filter(({ outcome }) => outcome?.kind === "scheduled");

  return (
    <section className="bulk-part bulk-preview" aria-labelledby="bulk-preview">
      <h2 id="bulk-preview">Preview</h2>
      <div className="bulk-line">
        <Button
          look="primary"
          onClick={() => start(left)}
          disabledReason={hindrance}
          busy={progress !== null}
          busyText={progress ? `Scheduling… ${progress.done} of ${progress.all}` : undefined}
        >
          {failed > 0 ? `Try ${changes(left.length)} again` : `Schedule ${changes(left.length)}`}
        </Button>
        <span role="status" className="muted">
          {plan.length > 0 && `${changes(left.length)} to schedule, ${unchanged} unchanged and left out`}
        </span>
      </div>
      {late > 0 && (
        <p className="stocking-notice">{changes(late)} of allocation will miss the location&rsquo;s next stocking.</p>
      )}
      {scheduled.length > 0 && progress === null && (
        <p className="bulk-success" role="status">
          Successfully scheduled {changes(scheduled.length)}.{" "}
          {scheduled[0] && (
            <Link to={screenOf("schedule", scheduled[0].change.location.id)}>
              Scheduled changes of {scheduled[0].change.location.id}
            </Link>
          )}
        </p>
      )}
      {failed > 0 && progress === null && (
        <p className="field-error" role="alert">
          {changes(failed)} could not be scheduled. The table says why; they can be tried again.
        </p>
      )}
      {plan.length === 0 ? (
        <Empty>{hindrance ?? "Nothing to schedule yet"}</Empty>
      ) : (
        <>
          <div className="bulk-line">
            <input
              type="search"
              aria-label="Find a change"
              placeholder="Find a change"
              value={find}
              onChange={(event) => setFind(event.target.value)}
            />
            <span className="muted" role="status">
              {shown.length} of {rows.length}
            </span>
            <Button onClick={() => downloadCsv("bulk-schedule.csv", toCsv(PREVIEW_COLUMNS, shown))}>Export CSV</Button>
          </div>
          <PreviewTable rows={shown} sort={sort} onSort={setSort} />
        </>
      )}
    </section>
  );
}
