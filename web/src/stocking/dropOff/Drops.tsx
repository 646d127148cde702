import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { formatCount, formatNumber } from "../../lib/formats";
import { messageOf } from "../../api/errors";
import { livePollInterval } from "../../api/live";
import { mergeIntoCache } from "../../api/mergeIntoCache";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { BulkDialog } from "../BulkDialog";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../lib/csv";
import { DecisionBar } from "../DecisionBar";
import { useDecisions } from "../decisions";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { ListTable } from "../../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort } from "../../ui/listTable";
import { FailedRows } from "../../ui/FailedRows";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import type { UrlState } from "../../lib/useUrlState";
import { useNewActions } from "../day/newActions";
import { opsLocationsQuery, type OpsLocations } from "../day/opsLocations";
import { DROP_STATUSES, PENDING } from "../rules/dropOverride";
import { QueryView } from "../../ui/query/QueryView";
import { QueryError } from "../../ui/query/ErrorNotice";
import { Skeleton } from "../../ui/query/Skeleton";
import { columnsOf, reasonsOf, statusesOf } from "./columns";
import { dropDayKey, dropDayQuery, mergeActions, type DropDay } from "./day";
import { findRows, buildRows, type DropRow } from "./rows";
import { useDropOverride } from "./useDropOverride";

const FAILURE = "Unable to load the drops, Please check your internet and your permissions";
/** Polling interval while the live connection is down, in milliseconds. */
const POLL_INTERVAL = 30_000;
const NO_LOCATIONS: OpsLocations = new Map();
const keyOf = ({ key }: DropRow) => key;
const isOpen = (row: DropRow) => row.lockReason === undefined;

interface Props {
  readonly day: string;
  readonly address: UrlState;
}

/** The unconfirmed drops of a day, and the decisions about them. */
export function Drops({ day, address: { address, set, flush } }: Props) {
  const { sub } = useUser();
  const { missingPermission } = useMyPermissions();
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: dropDayKey(day) });
  const { connected } = useNewActions(day, {
    readAt: queryClient.getQueryState(dropDayKey(day))?.dataUpdatedAt ?? 0,
    onActions: (actions) =>
      mergeIntoCache<DropDay>(queryClient, dropDayKey(day), (current) => mergeActions(current, actions)),
    readDay: reload,
    onConnected: () => void reload(),
  });
  const drops = useQuery({ ...dropDayQuery(day), refetchInterval: livePollInterval(connected, POLL_INTERVAL) });
  const { data, isFetching, refetch } = drops;
  const locations = useQuery(opsLocationsQuery(sub));
  const decisions = useDecisions();
  const { override, updating } = useDropOverride(day, decisions);
  const [bulk, setBulk] = useState(false);
  useUnsavedChangesGuard(
    decisions.drafts.size > 0,
    {
      title: "Drop Off Summary",
      message: "Your changes are not confirmed. They will be lost if you leave.",
      confirm: "Leave",
    },
    "date",
  );

  const rows = useMemo(() => (data ? buildRows(data, locations.data ?? NO_LOCATIONS) : []), [data, locations.data]);
  const find = address.get("find") ?? "";
  const matches = findRows(rows, useDeferredValue(find));
  const columns = columnsOf(decisions, matches.filter(isOpen).map(keyOf));
  const sort = parseSort(address.get("sort"), columns);
  const shown = sortRows(matches, columns, sort);
  const pending = rows.filter(({ status }) => status === PENDING);
  const selectedRows = rows.filter((row) => isOpen(row) && decisions.selected.has(row.key));
  const decided = rows.filter((row) => isOpen(row) && decisions.drafts.has(row.key));
  const unfinished = decided.filter(({ key }) => !decisions.drafts.get(key)?.reason);

  return (
    <>
      <QueryView
        query={drops}
        label="drops"
        error={FAILURE}
        forbidden={{ activity: "view drops", permission: ["GetUniqueRoutes", "GetCheckPointStatus"] }}
        isEmpty={() => rows.length === 0}
        empty={{ title: "No drops to confirm on this day", text: "Choose another date." }}
        skeleton={<Skeleton label="drops" rows={12} />}
        live={{ connected, pollInterval: POLL_INTERVAL }}
        toolbar={(live) => (
          <>
            <DecisionBar
              status={
                data &&
                statusText(pending.length, shown.length < rows.length ? shown.length : null, selectedRows.length)
              }
              age={live}
              onRefresh={() => void refetch()}
              refreshing={isFetching}
              onExport={
                shown.length > 0
                  ? () => downloadCsv(`drops-${day}.csv`, toCsv(exportableColumns(columns), shown))
                  : undefined
              }
              disabledReason={missingPermission("OverrideDrop")}
              selectedCount={selectedRows.length}
              onBulk={() => setBulk(true)}
              submit={{
                label: "Confirm Override",
                field: "the drop status",
                changedCount: decided.length,
                incompleteCount: unfinished.length,
                busy: updating,
                onClick: () => void override(decided),
              }}
            >
              <SearchField
                label="Search by Location ID"
                value={find}
                onChange={(text) => set("find", text)}
                onBlur={flush}
              />
            </DecisionBar>
            <QueryError
              query={locations}
              message={(error) => `Failed fetching GetOpsLocationsTypeOnly: ${messageOf(error, "not available")}`}
            />
            <FailedRows
              failures={rows.flatMap(({ key, location, slip }) => {
                const message = decisions.failures.get(key);
                return message ? [[`${location}, slip ${slip.uniqueId}`, message] as const] : [];
              })}
            />
          </>
        )}
      >
        {() =>
          shown.length === 0 ? (
            <Empty>
              <p>No location contains “{find.trim()}”</p>
              <Button onClick={() => set("find", "")}>Clear search</Button>
            </Empty>
          ) : (
            <ListTable
              label="Drops"
              className="drop-table"
              columns={columns}
              rows={shown}
              keyOf={keyOf}
              sort={sort}
              onSort={(column) => set("sort", toggleSort(column, sort))}
              classOf={(row) => (isOpen(row) ? "" : "drop-locked")}
            />
          )
        }
      </QueryView>
      {bulk && (
        <BulkDialog
          count={selectedRows.length}
          statusLabel="Drop Status"
          statuses={DROP_STATUSES}
          reasonsOf={reasonsOf}
          noteOf={(status) => {
            const ineligible = selectedRows.filter((row) => status && !statusesOf(row).includes(status)).length;
            return ineligible > 0
              ? `${formatCount(ineligible, "fridge row")} cannot be Complete and will stay unchanged.`
              : undefined;
          }}
          onClose={() => setBulk(false)}
          onApply={(decision) => {
            const eligible = selectedRows.filter((row) => statusesOf(row).includes(decision.status));
            decisions.decide(eligible.map(keyOf), decision);
            setBulk(false);
          }}
        />
      )}
    </>
  );
}

function statusText(pending: number, shown: number | null, selected: number): string {
  const shownText = shown === null ? "" : `, ${formatNumber(shown)} shown`;
  return `${formatCount(pending, "unconfirmed drop")}${shownText}, ${selected} selected`;
}
