import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf } from "../api/errors";
import { downloadCsv, toCsv } from "../lib/csv";
import { addDays, businessDay, parseDay } from "../lib/day";
import { formatNumber } from "../lib/formats";
import { paths } from "../lib/paths";
import { toastFailure } from "../lib/toast";
import { useUrlState } from "../lib/useUrlState";
import { PresetButtons } from "../reports/PresetButtons";
import { PRESETS, toDays } from "../reports/rules/presets";
import { RequirePermission } from "../session/RequirePermission";
import { Button } from "../ui/Button";
import { DateRangeField } from "../ui/form/DateRangeField";
import { SelectField } from "../ui/form/SelectField";
import { Notice } from "../ui/Notice";
import { RefreshButton } from "../ui/RefreshButton";
import { flattenPages } from "../ui/query/query";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { activityQuery, MAX_EXPORTED, readAll, type LogSelection } from "./activityLog";
import { COLUMNS, CSV_COLUMNS } from "./log/columns";
import { FilterField } from "./log/FilterField";
import { matchesText } from "./rules/search";
import { AREAS, parseArea } from "./rules/entries";
import { checkDays } from "./rules/days";

const TITLE = "Activity Log";
const FORBIDDEN = { activity: "view the activity log", permission: "ReadActivityLog" } as const;
const FAILURE = "Unable to load the activity log, Please check your internet and your permissions";
const EXPORT_FAILURE = "Unable to export the activity log, Please check your internet and your permissions";
/** The length of the default range. */
const DEFAULT_DAYS = 7;
const FILTERS = ["area", "who", "object", "text"];

/** The changes of all areas: who changed what, when, from which value to which value, and why (ACT-1). */
export default function ActivityPage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <ActivityLog />
    </RequirePermission>
  );
}

function ActivityLog() {
  const { address, set, change, go, flush } = useUrlState("text");
  const dayParam = (name: string, fallback: string) => parseDay(address.get(name) ?? "") ?? fallback;
  const to = dayParam("to", businessDay());
  const from = dayParam("from", addDays(to, 1 - DEFAULT_DAYS));
  const param = (name: string) => (address.get(name) ?? "").trim();
  const area = parseArea(address.get("area"));
  const [who, object, text] = [param("who"), param("object"), address.get("text") ?? ""];
  const selection: LogSelection = { from, to, filter: { area, user: who || null, object: object || null } };
  const rangeError = checkDays(from, to);
  const log = useInfiniteQuery({ ...activityQuery(selection), enabled: rangeError === null });
  // The notice about an incomplete file disappears when other changes are selected.
  const key = JSON.stringify(selection);
  const exporting = useMutation({
    mutationFn: (_selection: string) => readAll(selection),
    onSuccess: (exported) => {
      const entries = exported.entries.filter((entry) => matchesText(entry, text.trim().toLowerCase()));
      downloadCsv(`activity-${from}-${to}.csv`, toCsv(CSV_COLUMNS, entries));
    },
    onError: (error) => toastFailure(messageOf(error, EXPORT_FAILURE)),
  });
  const setDays = (days: { readonly from: string; readonly to: string }) =>
    go((now) => new URLSearchParams({ ...Object.fromEntries(now), ...days }));
  const isFiltered = FILTERS.some((name) => param(name) !== "");
  const noMatches = isFiltered ? "No changes match these filters" : "No changes in these days";

  return (
    <QueryPage
      title={TITLE}
      aside={<Link to={paths.handoverNotes}>Open handover notes</Link>}
      query={flattenPages(log)}
      label="the activity log"
      error={FAILURE}
      forbidden={FORBIDDEN}
      skeleton={rangeError === null ? <Skeleton label="the activity log" rows={12} /> : null}
      toolbar={
        <>
          <Toolbar landmark="Activity log">
            <DateRangeField
              labels={{ from: "From", to: "To" }}
              value={{ from, to }}
              onChange={setDays}
              errors={{ to: rangeError ?? undefined }}
            />
            <SelectField
              label="Area"
              value={area ?? ""}
              onChange={(next) => set("area", next)}
              emptyLabel="All areas"
              options={AREAS.map(([value, label]) => ({ value, label }))}
            />
            <FilterField label="Who" placeholder="Email" value={who} onChange={(next) => set("who", next)} />
            <FilterField
              label="Fridge, route or other ID"
              placeholder="Exact ID"
              value={object}
              onChange={(next) => set("object", next)}
            />
            <PresetButtons
              presets={PRESETS}
              onChoose={(chosen) => {
                const { first, last } = toDays(chosen);
                setDays({ from: first, to: last });
              }}
            />
            {isFiltered && (
              <Button
                variant="link"
                onClick={() =>
                  change((now) => new URLSearchParams([...now].filter(([name]) => !FILTERS.includes(name))))
                }
              >
                Clear filters
              </Button>
            )}
          </Toolbar>
          {exporting.data?.isCut && exporting.variables === key && (
            <Notice tone="warning">
              The file contains the newest {formatNumber(MAX_EXPORTED)} changes. Select fewer days to export the others.
            </Notice>
          )}
        </>
      }
    >
      {(entries) => (
        <DataTable
          name="activity"
          label={TITLE}
          columns={COLUMNS}
          rows={entries}
          rowId={({ id }) => id}
          search={{
            label: "Find in the loaded changes",
            placeholder: "Value, reason or name",
            value: text,
            onChange: (next) => set("text", next),
            onBlur: flush,
          }}
          matches={matchesText}
          actions={<RefreshButton onRefresh={() => void log.refetch()} refreshing={log.isRefetching} />}
          onExport={() => exporting.mutate(key)}
          exporting={exporting.isPending}
          onLoadMore={log.hasNextPage ? () => void log.fetchNextPage() : undefined}
          loadingMore={log.isFetchingNextPage}
          loadMoreLabel="Show earlier changes"
          empty={log.hasNextPage ? "No changes in the latest of these days" : noMatches}
          noMatches={`No loaded changes match “${text.trim()}”`}
        />
      )}
    </QueryPage>
  );
}
