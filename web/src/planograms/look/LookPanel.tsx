/** Any layout's planogram now, at an hour to come, or at any other time. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isForbidden, messageOf } from "../../api/errors";
import { NAMES_FAILURE, namesQuery } from "../../locations/names";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Field } from "../../ui/Field";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { useNow } from "../../ui/useNow";
import { compareStates } from "../grid/compare";
import { PlanogramGrid } from "../grid/PlanogramGrid";
import { hourText } from "../hours";
import { entriesOf, PLANOGRAM_FAILURE, planogramQuery, type PlanogramEntry } from "../planograms";
import { fromControl, toControl, writeCentral } from "../rules/centralTime";
import { effectiveAt, scheduledAfter } from "../rules/effective";
import { History } from "./History";

interface Props {
  readonly layoutName: string;
  /** An instant; empty for now. */
  readonly at: string;
  readonly onLayout: (layoutName: string) => void;
  readonly onAt: (at: string) => void;
}

export function LookPanel({ layoutName, at, onLayout, onAt }: Props) {
  const names = useQuery(namesQuery("layoutName"));
  const known = names.data ?? [];
  const options = layoutName && !known.includes(layoutName) ? [layoutName, ...known] : known;
  return (
    <section className="planogram-look" aria-label="Look at a planogram">
      <h2>Look at a planogram</h2>
      {names.isPending && <Loading what="the layouts" />}
      {names.isError &&
        (isForbidden(names.error) ? (
          <Forbidden to="see planograms" error={names.error} />
        ) : (
          <Failure
            message={messageOf(names.error, NAMES_FAILURE.layoutName)}
            onRetry={() => void names.refetch()}
            retrying={names.isFetching}
          />
        ))}
      {(names.isSuccess || options.length > 0) && (
        <div className="planogram-choices">
          <Field label="Planogram">
            {(control) => (
              <select {...control} value={layoutName} onChange={(event) => onLayout(event.target.value)}>
                <option value="">Choose one</option>
                {options.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label="At (Central time)" hint={at ? undefined : "Empty for now"}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={at ? toControl(at) : ""}
                onChange={(event) => onAt(fromControl(event.target.value) ?? "")}
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

const TICK = 30_000;

function Layout({ layoutName, at, onAt }: Pick<Props, "layoutName" | "at" | "onAt">) {
  const now = useNow(TICK);
  const present = useQuery(planogramQuery(layoutName));
  const past = Boolean(at) && Date.parse(at) < now;
  const then = useQuery({ ...planogramQuery(layoutName, at || null), enabled: past });
  const entries = useMemo(() => entriesOf(present.data ?? null), [present.data]);
  const hours = [...new Set(scheduledAfter(entries, now).map(({ activeHour }) => activeHour))];
  const shown = past ? then : present;
  const grid = useMemo(() => {
    const current = effectiveAt(entries, now);
    if (!at) return { grid: compareStates(current, current), state: current };
    const state = past
      ? effectiveAt(entriesOf(then.data ?? null), Date.parse(at))
      : effectiveAt(entries, Date.parse(at));
    return { grid: compareStates(current, state), state };
  }, [entries, then.data, past, at, now]);

  if (shown.isPending || present.isPending) return <Loading what="the planogram" />;
  const failed = shown.isError ? shown : present.isError ? present : null;
  if (failed) {
    return isForbidden(failed.error) ? (
      <Forbidden to="see planograms" error={failed.error} />
    ) : (
      <Failure
        message={messageOf(failed.error, PLANOGRAM_FAILURE)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  if (present.data === null) return <Empty>There is no planogram {layoutName}</Empty>;

  const when = at ? hourText(at) : "now";
  const configs = [...new Set([...grid.state.values()].flatMap((entry) => entry.physicalFridgeConfig ?? []))];
  return (
    <>
      <div className="planogram-hours" role="group" aria-label="When">
        <button type="button" aria-pressed={!at} onClick={() => onAt("")}>
          Now
        </button>
        {hours.map((hour, index) => (
          <button type="button" key={hour} aria-pressed={at === hour} onClick={() => onAt(hour)}>
            {index === 0 && "Next: "}
            {hourText(hour)}
          </button>
        ))}
        {hours.length === 0 && <span className="muted">Nothing is scheduled</span>}
      </div>
      <div className="planogram-bar">
        <p role="status">
          {grid.grid.slots} {grid.grid.slots === 1 ? "slot" : "slots"}
          {at && `, ${grid.grid.different} ${grid.grid.different === 1 ? "differs" : "differ"} from now`}
          {configs.length > 0 && ` · Physical fridge config: ${configs.join(", ")}`}
        </p>
        <ExportButton count={grid.state.size} onExport={() => exportState(layoutName, grid.state)} />
      </div>
      {grid.grid.slots > 0 ? (
        <PlanogramGrid label={`${layoutName} ${when}`} grid={grid.grid} other="Now" />
      ) : (
        <Empty>
          {layoutName} shows nothing {when}
        </Empty>
      )}
      <History layoutName={layoutName} />
    </>
  );
}

/** In the columns of an update, so that it can be changed and uploaded. */
function exportState(layoutName: string, state: ReadonlyMap<string, PlanogramEntry>): void {
  const columns = [
    { header: "layoutName", value: () => layoutName },
    { header: "slot", value: ({ slot }: PlanogramEntry) => slot },
    { header: "vendItemName", value: ({ vendItemName }: PlanogramEntry) => vendItemName },
    { header: "activeHour", value: ({ activeHour }: PlanogramEntry) => writeCentral(activeHour) },
  ];
  downloadCsv(`planogram-${layoutName}.csv`, toCsv(columns, [...state.values()]));
}
