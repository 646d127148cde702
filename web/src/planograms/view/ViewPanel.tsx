/** Shows the planogram of a layout now, at a scheduled hour, or at any other time. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatCount, formatDateTime } from "../../lib/formats";
import { UNABLE_TO_LOAD_NAMES, namesQuery } from "../../locations/names";
import { ExportButton } from "../../ui/ExportButton";
import { downloadCsv, toCsv } from "../../lib/csv";
import { Empty } from "../../ui/states";
import { Muted } from "../../ui/text";
import { ToggleButtons } from "../../ui/ToggleButtons";
import { Toolbar, ToolbarActions } from "../../ui/Toolbar";
import { useNow } from "../../lib/useNow";
import { SelectField } from "../../ui/form/SelectField";
import { TextField } from "../../ui/form/TextField";
import { compareStates } from "../grid/compare";
import { PlanogramGrid } from "../grid/PlanogramGrid";
import { entriesOf, PLANOGRAM_FAILURE, planogramQuery, type PlanogramEntry } from "../planograms";
import { fromDateTimeInput, toDateTimeInput, formatCentralTime } from "../rules/centralTime";
import { effectiveAt, scheduledAfter } from "../rules/effective";
import { Section } from "../Section";
import { onDemand } from "../../ui/onDemand";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { combineQueries } from "../../ui/query/query";

const History = onDemand(async () => (await import("./History")).History);

const FORBIDDEN = { activity: "view planograms", permission: "GetUniqueLayoutNames" } as const;

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
    <Section label="View planogram" heading="h2">
      <QueryView
        query={names.data === undefined && options.length > 0 ? { ...names, data: options } : names}
        label="layouts"
        error={UNABLE_TO_LOAD_NAMES.layoutName}
        forbidden={FORBIDDEN}
        skeleton={<Skeleton label="layouts" rows={1} />}
      >
        {() => (
          <>
            <Toolbar align="start">
              <SelectField
                label="Planogram"
                value={layoutName}
                onChange={onLayout}
                emptyLabel="Select a planogram"
                options={options}
              />
              <TextField
                label="At (Central time)"
                type="datetime-local"
                description={at ? undefined : "Leave empty for now"}
                value={at ? toDateTimeInput(at) : ""}
                onChange={(value) => onAt(fromDateTimeInput(value) ?? "")}
              />
            </Toolbar>
            {layoutName && <Layout key={layoutName} layoutName={layoutName} at={at} onAt={onAt} />}
          </>
        )}
      </QueryView>
    </Section>
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

  const when = at ? formatDateTime(at, { weekday: true }) : "now";
  const configs = [...new Set([...comparison.state.values()].flatMap((entry) => entry.physicalFridgeConfig ?? []))];
  return (
    <QueryView
      query={combineQueries({ shown: shownQuery, current: currentQuery })}
      label="planogram"
      error={PLANOGRAM_FAILURE}
      forbidden={FORBIDDEN}
      isEmpty={({ current }) => current === null}
      empty={{
        title: `There is no planogram ${layoutName}`,
        text: "Select another planogram, or upload a file that creates it.",
      }}
      skeleton={<Skeleton label="planogram" rows={10} />}
    >
      {() => (
        <>
          <Toolbar align="center">
            <ToggleButtons
              label="Time"
              options={[
                ["", "Now"],
                ...hours.map((hour, index) => {
                  const time = formatDateTime(hour, { weekday: true });
                  return [hour, index === 0 ? `Next: ${time}` : time] as const;
                }),
              ]}
              value={at}
              onChange={onAt}
            />
            {hours.length === 0 && <Muted>No scheduled changes</Muted>}
          </Toolbar>
          <Toolbar align="center">
            <p role="status">
              {formatCount(comparison.grid.slots, "slot")}
              {at && `, ${formatCount(comparison.grid.differences, "differs", "differ")} from now`}
              {configs.length > 0 && ` · Physical fridge config: ${configs.join(", ")}`}
            </p>
            <ToolbarActions>
              <ExportButton count={comparison.state.size} onExport={() => exportState(layoutName, comparison.state)} />
            </ToolbarActions>
          </Toolbar>
          {comparison.grid.slots > 0 ? (
            <PlanogramGrid label={`${layoutName} ${when}`} grid={comparison.grid} comparedLabel="Now" />
          ) : (
            <Empty>
              No items in {layoutName} {when}
            </Empty>
          )}
          <History layoutName={layoutName} />
        </>
      )}
    </QueryView>
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
