/** Shows the planogram of a layout now, at a scheduled hour, or at any other time. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isForbidden, messageOf } from "../../api/errors";
import { UNABLE_TO_LOAD_NAMES, namesQuery } from "../../locations/names";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Field } from "../../ui/Field";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { useNow } from "../../ui/useNow";
import { compareStates } from "../grid/compare";
import { PlanogramGrid } from "../grid/PlanogramGrid";
import { formatHour } from "../hours";
import { entriesOf, PLANOGRAM_FAILURE, planogramQuery, type PlanogramEntry } from "../planograms";
import { fromDateTimeInput, toDateTimeInput, formatCentralTime } from "../rules/centralTime";
import { effectiveAt, scheduledAfter } from "../rules/effective";
import { History } from "./History";

interface Props {
  readonly layoutName: string;
  /** An instant. Empty for now. */
  readonly at: string;
  readonly onLayout: (layoutName: string) => void;
  readonly onAt: (at: string) => void;
}

export function ViewPanel({ layoutName, at, onLayout, onAt }: Props) {
  const names = useQuery(namesQuery("layoutName"));
  const layoutNames = names.data ?? [];
  const options = layoutName && !layoutNames.includes(layoutName) ? [layoutName, ...layoutNames] : layoutNames;
  return (
    <section className="planogram-view" aria-label="View planogram">
      <h2>View planogram</h2>
      {names.isPending && <Loading label="layouts" />}
      {names.isError &&
        (isForbidden(names.error) ? (
          <Forbidden action="view planograms" error={names.error} />
        ) : (
          <Failure
            message={messageOf(names.error, UNABLE_TO_LOAD_NAMES.layoutName)}
            onRetry={() => void names.refetch()}
            retrying={names.isFetching}
          />
        ))}
      {(names.isSuccess || options.length > 0) && (
        <div className="planogram-choices">
          <Field label="Planogram">
            {(control) => (
              <select {...control} value={layoutName} onChange={(event) => onLayout(event.target.value)}>
                <option value="">Select a planogram</option>
                {options.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label="At (Central time)" hint={at ? undefined : "Leave empty for now"}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={at ? toDateTimeInput(at) : ""}
                onChange={(event) => onAt(fromDateTimeInput(event.target.value) ?? "")}
              />
            )}
          </Field>
        </div>
      )}
      {layoutName && !isForbidden(names.error) && (
        <Layout key={layoutName} layoutName={layoutName} at={at} onAt={onAt} />
      )}
    </section>
  );
}

/** How often the current time is updated, in milliseconds. */
const NOW_INTERVAL = 30_000;

function Layout({ layoutName, at, onAt }: Pick<Props, "layoutName" | "at" | "onAt">) {
  const now = useNow(NOW_INTERVAL);
  const currentQuery = useQuery(planogramQuery(layoutName));
  const isPast = Boolean(at) && Date.parse(at) < now;
  const pastQuery = useQuery({ ...planogramQuery(layoutName, at || null), enabled: isPast });
  const entries = useMemo(() => entriesOf(currentQuery.data ?? null), [currentQuery.data]);
  const hours = [...new Set(scheduledAfter(entries, now).map(({ activeHour }) => activeHour))];
  const shownQuery = isPast ? pastQuery : currentQuery;
  const comparison = useMemo(() => {
    const current = effectiveAt(entries, now);
    if (!at) return { grid: compareStates(current, current), state: current };
    const state = isPast
      ? effectiveAt(entriesOf(pastQuery.data ?? null), Date.parse(at))
      : effectiveAt(entries, Date.parse(at));
    return { grid: compareStates(current, state), state };
  }, [entries, pastQuery.data, isPast, at, now]);

  if (shownQuery.isPending || currentQuery.isPending) return <Loading label="planogram" />;
  const failed = shownQuery.isError ? shownQuery : currentQuery.isError ? currentQuery : null;
  if (failed) {
    return isForbidden(failed.error) ? (
      <Forbidden action="view planograms" error={failed.error} />
    ) : (
      <Failure
        message={messageOf(failed.error, PLANOGRAM_FAILURE)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  if (currentQuery.data === null) return <Empty>There is no planogram {layoutName}</Empty>;

  const when = at ? formatHour(at) : "now";
  const configs = [...new Set([...comparison.state.values()].flatMap((entry) => entry.physicalFridgeConfig ?? []))];
  return (
    <>
      <div className="planogram-hours" role="group" aria-label="Time">
        <button type="button" aria-pressed={!at} onClick={() => onAt("")}>
          Now
        </button>
        {hours.map((hour, index) => (
          <button type="button" key={hour} aria-pressed={at === hour} onClick={() => onAt(hour)}>
            {index === 0 && "Next: "}
            {formatHour(hour)}
          </button>
        ))}
        {hours.length === 0 && <span className="muted">No scheduled changes</span>}
      </div>
      <div className="planogram-bar">
        <p role="status">
          {comparison.grid.slots} {comparison.grid.slots === 1 ? "slot" : "slots"}
          {at &&
            `, ${comparison.grid.differences} ${comparison.grid.differences === 1 ? "differs" : "differ"} from now`}
          {configs.length > 0 && ` · Physical fridge config: ${configs.join(", ")}`}
        </p>
        <ExportButton count={comparison.state.size} onExport={() => exportState(layoutName, comparison.state)} />
      </div>
      {comparison.grid.slots > 0 ? (
        <PlanogramGrid label={`${layoutName} ${when}`} grid={comparison.grid} comparedLabel="Now" />
      ) : (
        <Empty>
          No items in {layoutName} {when}
        </Empty>
      )}
      <History layoutName={layoutName} />
    </>
  );
}

/** Exports the columns of an update file, so that the user can edit and upload it. */
function exportState(layoutName: string, state: ReadonlyMap<string, PlanogramEntry>): void {
  const columns = [
    { header: "layoutName", value: () => layoutName },
    { header: "slot", value: ({ slot }: PlanogramEntry) => slot },
    { header: "vendItemName", value: ({ vendItemName }: PlanogramEntry) => vendItemName },
    { header: "activeHour", value: ({ activeHour }: PlanogramEntry) => formatCentralTime(activeHour) },
  ];
  downloadCsv(`planogram-${layoutName}.csv`, toCsv(columns, [...state.values()]));
}
