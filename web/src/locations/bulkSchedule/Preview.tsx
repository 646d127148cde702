import { useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../lib/csv";
import { Empty } from "../../ui/states";
import type { TimeZone } from "../rules/options";
import type { PlannedChange } from "./plan";
import { PREVIEW_COLUMNS, filterAndSortRows, type PreviewSort } from "./previewColumns";
import { PreviewTable } from "./PreviewTable";
import type { useScheduling } from "./useScheduling";

interface Props {
  readonly plan: readonly PlannedChange[];
  /** The changes that are not scheduled yet. */
  readonly remaining: readonly PlannedChange[];
  readonly scheduling: ReturnType<typeof useScheduling>;
  /** Why they cannot be scheduled; undefined if they can. */
  readonly disabledReason: string | undefined;
  readonly zone: TimeZone;
}

const countChanges = (count: number) => (count === 1 ? "1 change" : `${count} changes`);

/** Every change with the current and the new value, and the result of scheduling it. */
export function Preview({ plan, remaining, scheduling, disabledReason }: Props) {
  const { outcomes, progress, start } = scheduling;
  const [searchText, setSearchText] = useState("");
  const [sort, setSort] = useState<PreviewSort>("");
  const rows = useMemo(() => plan.map((change) => ({ change, outcome: outcomes.get(change.key) })), [plan, outcomes]);
  const shown = useMemo(() => filterAndSortRows(rows, searchText, sort), [rows, searchText, sort]);

  const unchanged = plan.filter((change) => change.unchanged).length;
  const late = remaining.filter((change) => change.missesStocking).length;
  const failed = remaining.filter(({ key }) => outcomes.get(key)?.kind === "failed").length;
  const scheduled = rows.filter(({ outcome }) => outcome?.kind === "scheduled");

  return (
    <section className="bulk-section bulk-preview" aria-labelledby="bulk-preview">
      <h2 id="bulk-preview">Preview</h2>
      <div className="bulk-row">
        <Button
          variant="primary"
          onClick={() => start(remaining)}
          disabledReason={disabledReason}
          busy={progress !== null}
          busyText={progress ? `Scheduling… ${progress.done} of ${progress.total}` : undefined}
        >
          {failed > 0 ? `Retry ${countChanges(remaining.length)}` : `Schedule ${countChanges(remaining.length)}`}
        </Button>
        <span role="status" className="muted">
          {plan.length > 0 && `${countChanges(remaining.length)} to schedule, ${unchanged} unchanged (skipped)`}
        </span>
      </div>
      {late > 0 && (
        <p className="stocking-notice">
          {late === 1 ? "1 allocation change" : `${late} allocation changes`} will miss the location&rsquo;s next
          stocking.
        </p>
      )}
      {scheduled.length > 0 && progress === null && (
        <p className="bulk-success" role="status">
          Successfully scheduled {countChanges(scheduled.length)}.{" "}
          {scheduled[0] && (
            <Link to={paths.locationSchedule(scheduled[0].change.location.id)}>
              Scheduled changes of {scheduled[0].change.location.id}
            </Link>
          )}
        </p>
      )}
      {failed > 0 && progress === null && (
        <p className="field-error" role="alert">
          {countChanges(failed)} could not be scheduled. See the Status column for the reasons, then retry.
        </p>
      )}
      {plan.length === 0 ? (
        <Empty>{disabledReason ?? "Nothing to schedule yet"}</Empty>
      ) : (
        <>
          <div className="bulk-row">
            <input
              type="search"
              aria-label="Find a change"
              placeholder="Find a change"
              value={searchText}
              onChange={(event) => setSearchText(event.target.value)}
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
