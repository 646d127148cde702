import { lazy, Suspense, useMemo } from "react";
import { Link } from "react-router";
import { formatCount } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { FieldError } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { Panel } from "../../ui/Panel";
import { Skeleton } from "../../ui/query/Skeleton";
import { Empty } from "../../ui/states";
import { Muted } from "../../ui/text";
import { Toolbar } from "../../ui/Toolbar";
import type { PlannedChange } from "./plan";
import type { useScheduling } from "./useScheduling";

/** Loads after the page, which has no changes to preview at first. */
const PreviewTable = lazy(async () => ({ default: (await import("./PreviewTable")).PreviewTable }));

interface Props {
  readonly plan: readonly PlannedChange[];
  /** The changes that are not scheduled yet. */
  readonly remaining: readonly PlannedChange[];
  readonly scheduling: ReturnType<typeof useScheduling>;
  /** Why they cannot be scheduled; undefined if they can. */
  readonly disabledReason: string | undefined;
}

const countChanges = (count: number) => formatCount(count, "change");

/** Every change with the current and the new value, and the result of scheduling it. */
export function Preview({ plan, remaining, scheduling, disabledReason }: Props) {
  const { outcomes, progress, start } = scheduling;
  const rows = useMemo(() => plan.map((change) => ({ change, outcome: outcomes.get(change.key) })), [plan, outcomes]);

  const unchanged = plan.filter((change) => change.unchanged).length;
  const late = remaining.filter((change) => change.missesStocking).length;
  const failed = remaining.filter(({ key }) => outcomes.get(key)?.kind === "failed").length;
  const scheduled = rows.filter(({ outcome }) => outcome?.kind === "scheduled");
  const [first] = scheduled;

  return (
    <Panel title="Preview">
      <Toolbar align="center">
        <Button
          variant="primary"
          onClick={() => start(remaining)}
          disabledReason={disabledReason}
          busy={progress !== null}
          busyText={progress ? `Scheduling… ${progress.done} of ${progress.total}` : undefined}
        >
          {failed > 0 ? `Retry ${countChanges(remaining.length)}` : `Schedule ${countChanges(remaining.length)}`}
        </Button>
        <Muted role="status">
          {plan.length > 0 && `${countChanges(remaining.length)} to schedule, ${unchanged} unchanged (skipped)`}
        </Muted>
      </Toolbar>
      {late > 0 && (
        <Notice tone="warning">
          {formatCount(late, "allocation change")} will miss the location&rsquo;s next stocking.
        </Notice>
      )}
      {first && progress === null && (
        <Notice tone="positive" role="status">
          Successfully scheduled {countChanges(scheduled.length)}.{" "}
          <Link to={paths.locationSchedule(first.change.location.id)}>
            Scheduled changes of {first.change.location.id}
          </Link>
        </Notice>
      )}
      {failed > 0 && progress === null && (
        <FieldError>
          {countChanges(failed)} could not be scheduled. See the Status column for the reasons, then retry.
        </FieldError>
      )}
      {plan.length === 0 ? (
        <Empty>{disabledReason ?? "Nothing to schedule yet"}</Empty>
      ) : (
        <Suspense fallback={<Skeleton label="the preview" />}>
          <PreviewTable rows={rows} />
        </Suspense>
      )}
    </Panel>
  );
}
