import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { formatCount, formatNumber } from "../lib/formats";
import { centerByLocationQuery, type CenterByLocation } from "../locations/fulfillmentCenters";
import { useMyPermissions } from "../session/permissions";
import { BulkDialog } from "../stocking/BulkDialog";
import { downloadCsv, toCsv } from "../lib/csv";
import { DecisionBar } from "../stocking/DecisionBar";
import { useDecisions } from "../stocking/decisions";
import { useUnsavedChangesGuard } from "../ui/useUnsavedChangesGuard";
import { ListTable } from "../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort } from "../ui/listTable";
import { FailedRows } from "../ui/FailedRows";
import { Empty } from "../ui/states";
import type { UrlState } from "../lib/useUrlState";
import { QueryView } from "../ui/query/QueryView";
import { QueryError } from "../ui/query/ErrorNotice";
import { Skeleton } from "../ui/query/Skeleton";
import { columnsOf } from "./columns";
import { jitDayQuery, REFRESH_INTERVAL } from "./day";
import { businessDay } from "../lib/day";
import { useNow } from "../lib/useNow";
import { JitFilters } from "./JitFilters";
import { filterRows, filtersFrom, marketsOf, rowsOf, type JitRow } from "./rows";
import { decisionError, reasonsOf, STATUSES } from "./rules/jit";
import { useJitUpdate } from "./useJitUpdate";

const FAILURE = "Unable to load JIT, Please check your internet and your permissions";
const NO_CENTERS: CenterByLocation = new Map();
const keyOf = ({ key }: JitRow) => key;
/** How often the current business day is updated, in milliseconds. */
const NOW_INTERVAL = 60_000;

interface Props {
  readonly day: string;
  readonly address: UrlState;
}

/** Lists the stops of a day and edits their JIT status. */
export function JitStops({ day, address: parts }: Props) {
  const { missingPermission } = useMyPermissions();
  const { address, set } = parts;
  const stops = useQuery(jitDayQuery(day));
  const { data, isFetching, refetch } = stops;
  const centers = useQuery(centerByLocationQuery);
  const decisions = useDecisions();
  const { update, updating } = useJitUpdate(day, decisions);
  const [bulk, setBulk] = useState(false);
  useUnsavedChangesGuard(
    decisions.drafts.size > 0,
    {
      title: "JIT Management",
      message: "Your changes have not been saved. They will be lost if you leave.",
      confirm: "Leave",
    },
    "date",
  );

  const today = businessDay(new Date(useNow(NOW_INTERVAL)));
  const rows = useMemo(
    () => (data ? rowsOf(data, centers.data ?? NO_CENTERS, today) : []),
    [data, centers.data, today],
  );
  const filters = useDeferredValue(filtersFrom(address));
  const matches = filterRows(rows, filters);
  const isEditable = (row: JitRow) => row.lockReason === undefined;
  const columns = columnsOf(decisions, matches.filter(isEditable).map(keyOf));
  const sort = parseSort(address.get("sort"), columns);
  const shown = sortRows(matches, columns, sort);
  const selected = rows.filter((row) => isEditable(row) && decisions.selected.has(row.key));
  const changed = rows.filter((row) => isEditable(row) && decisions.drafts.has(row.key));
  const incomplete = changed.filter(({ key }) => {
    const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
    return decisionError(status === "On", reason || null) !== null;
  });

  return (
    <>
      <QueryView
        query={stops}
        label="stops"
        error={FAILURE}
        forbidden={{ activity: "view the routes", permission: "GetUniqueRoutes" }}
        isEmpty={() => rows.length === 0}
        empty={{ title: "No routes available for given date", text: "Choose another date." }}
        skeleton={<Skeleton label="stops" rows={12} />}
        live={{ connected: false, pollInterval: REFRESH_INTERVAL }}
        toolbar={(live) => (
          <>
            <JitFilters markets={marketsOf(rows)} address={parts} />
            <DecisionBar
              status={data && statusOf(shown.length, rows.length, selected.length)}
              age={live}
              onRefresh={() => void refetch()}
              refreshing={isFetching}
              onExport={
                shown.length > 0
                  ? () => downloadCsv(`jit-${day}.csv`, toCsv(exportableColumns(columns), shown))
                  : undefined
              }
              disabledReason={missingPermission("UpdateJit")}
              selectedCount={selected.length}
              onBulk={() => setBulk(true)}
              submit={{
                label: "Update JIT",
                field: "the JIT status",
                changedCount: changed.length,
                incompleteCount: incomplete.length,
                busy: updating,
                onClick: () => void update(changed),
              }}
            />
            <QueryError query={centers} message="Failed fetching Fulfillment Centers" />
            <FailedRows
              failures={rows.flatMap(({ key, location, stop }) => {
                const message = decisions.failures.get(key);
                return message ? [[`${location}, stop ${stop}`, message] as const] : [];
              })}
            />
          </>
        )}
      >
        {() =>
          shown.length === 0 ? (
            <Empty>No stops match these filters</Empty>
          ) : (
            <ListTable
              label="Stops"
              className="jit-table"
              columns={columns}
              rows={shown}
              keyOf={keyOf}
              sort={sort}
              onSort={(column) => set("sort", toggleSort(column, sort))}
              classOf={(row) => (row.lockReason === undefined ? "" : "jit-locked")}
            />
          )
        }
      </QueryView>
      {bulk && (
        <BulkDialog
          count={selected.length}
          statusLabel="JIT Status"
          statuses={STATUSES}
          reasonsOf={reasonsOf}
          onClose={() => setBulk(false)}
          onApply={(decision) => {
            decisions.decide(selected.map(keyOf), decision);
            setBulk(false);
          }}
        />
      )}
    </>
  );
}

function statusOf(shown: number, all: number, selected: number): string {
  return `${formatCount(shown, "stop")}${shown < all ? ` of ${formatNumber(all)}` : ""}, ${selected} selected`;
}
