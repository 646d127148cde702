import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { isForbidden, messageOf } from "../../api/errors";
import { pollEvery } from "../../api/live";
import { keepTold } from "../../api/told";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { BulkDialog } from "../../ui/BulkDialog";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../ui/csv";
import { DecisionBar } from "../../ui/DecisionBar";
import { useDecisions } from "../../ui/decisions";
import { useLeaveGuard } from "../../ui/leaving";
import { ListTable } from "../../ui/ListTable";
import { exported, inOrder, nextSort, sortFrom } from "../../ui/listTable";
import { LiveAge } from "../../ui/LiveAge";
import { NotWritten } from "../../ui/NotWritten";
import { plural } from "../../ui/plural";
import { SearchField } from "../../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import type { Address } from "../../ui/useAddress";
import { useNewActions } from "../day/newActions";
import { opsLocationsQuery, type OpsLocations } from "../day/opsLocations";
import { DROP_STATUSES, PENDING } from "../rules/dropOverride";
import { columnsOf, reasonsOf, statusesOf } from "./columns";
import { dropDayKey, dropDayQuery, withActions, type DropDay } from "./day";
import { findRows, rowsOf, type DropRow } from "./rows";
import { useDropOverride } from "./useDropOverride";

const FAILURE = "Unable to load the drops, Please check your internet and your permissions";
/** Between two looks while nothing is told as it happens. */
const LOOK = 30_000;
const NO_LOCATIONS: OpsLocations = new Map();
const keyOf = ({ key }: DropRow) => key;
const isOpen = (row: DropRow) => row.lock === undefined;

interface Props {
  readonly day: string;
  readonly address: Address;
}

/** The drops of a day that are not confirmed, and what dispatchers decide about them. */
export function Drops({ day, address: { address, set, settle } }: Props) {
  const { sub } = useUser();
  const { refusal } = useMyPermissions();
  const queryClient = useQueryClient();
  const ask = () => queryClient.invalidateQueries({ queryKey: dropDayKey(day) });
  const { connected } = useNewActions(day, {
    readAt: queryClient.getQueryState(dropDayKey(day))?.dataUpdatedAt ?? 0,
    onActions: (actions) => keepTold<DropDay>(queryClient, dropDayKey(day), (known) => withActions(known, actions)),
    readDay: ask,
    onConnected: () => void ask(),
  });
  const drops = useQuery({ ...dropDayQuery(day), refetchInterval: pollEvery(connected, LOOK) });
  const { data, error, isFetching, refetch } = drops;
  const locations = useQuery(opsLocationsQuery(sub));
  const decisions = useDecisions();
  const { override, updating } = useDropOverride(day, decisions);
  const [bulk, setBulk] = useState(false);
  useLeaveGuard(
    decisions.drafts.size > 0,
    {
      title: "Drop Off Summary",
      message: "What you chose is not confirmed yet. It is lost if you leave.",
      confirm: "Leave",
    },
    "date",
  );

  const rows = useMemo(() => (data ? rowsOf(data, locations.data ?? NO_LOCATIONS) : []), [data, locations.data]);
  const find = address.get("find") ?? "";
  const found = findRows(rows, useDeferredValue(find));
  const columns = columnsOf(decisions, found.filter(isOpen).map(keyOf));
  const sort = sortFrom(address.get("sort"), columns);
  const shown = inOrder(found, columns, sort);
  const pending = rows.filter(({ status }) => status === PENDING);
  const ticked = rows.filter((row) => isOpen(row) && decisions.ticked.has(row.key));
  const decided = rows.filter((row) => isOpen(row) && decisions.drafts.has(row.key));
  const unfinished = decided.filter(({ key }) => !decisions.drafts.get(key)?.reason);

  if (isForbidden(error)) return <Forbidden to="see the drops" error={error} />;
  return (
    <>
      <DecisionBar
        status={data && statusOf(pending.length, shown.length < rows.length ? shown.length : null, ticked.length)}
        age={<LiveAge at={drops.dataUpdatedAt} connected={connected} every={LOOK} />}
        refresh={{ now: () => void refetch(), busy: isFetching }}
        onExport={shown.length > 0 ? () => downloadCsv(`drops-${day}.csv`, toCsv(exported(columns), shown)) : undefined}
        refusal={refusal("OverrideDrop")}
        ticked={ticked.length}
        onBulk={() => setBulk(true)}
        send={{
          label: "Confirm Override",
          what: "the drop status",
          decided: decided.length,
          unfinished: unfinished.length,
          busy: updating,
          now: () => void override(decided),
        }}
      >
        <SearchField
          label="Search by Location ID"
          value={find}
          onChange={(text) => set("find", text)}
          onLeave={settle}
        />
      </DecisionBar>
      {error && <Failure message={messageOf(error, FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />}
      {locations.error && (
        <Failure
          message={`Failed fetching GetOpsLocationsTypeOnly: ${messageOf(locations.error, "they are not available")}`}
          onRetry={() => void locations.refetch()}
          retrying={locations.isFetching}
        />
      )}
      <NotWritten
        failures={rows.flatMap(({ key, location, slip }) => {
          const message = decisions.failures.get(key);
          return message ? [[`${location}, slip ${slip.uniqueId}`, message] as const] : [];
        })}
      />
      {!data && !error && <Loading what="drops" />}
      {data && rows.length === 0 && <Empty>No drop of this day is left to confirm</Empty>}
      {rows.length > 0 && shown.length === 0 && (
        <Empty>
          <p>No location contains “{find.trim()}”</p>
          <Button onClick={() => set("find", "")}>Clear search</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <ListTable
          label="Drops"
          className="drop-table"
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => set("sort", nextSort(column, sort))}
          classOf={(row) => (isOpen(row) ? "" : "drop-locked")}
        />
      )}
      {bulk && (
        <BulkDialog
          count={ticked.length}
          statusLabel="Drop Status"
          statuses={DROP_STATUSES}
          reasonsOf={reasonsOf}
          noteOf={(status) => {
            const unfit = ticked.filter((row) => status && !statusesOf(row).includes(status)).length;
            return unfit > 0
              ? `${plural(unfit, "row")} of fridges cannot be Complete, and stay as they are.`
              : undefined;
          }}
          onClose={() => setBulk(false)}
          onApply={(decision) => {
            const fit = ticked.filter((row) => statusesOf(row).includes(decision.status));
            decisions.decide(fit.map(keyOf), decision);
            setBulk(false);
          }}
        />
      )}
    </>
  );
}

function statusOf(pending: number, shown: number | null, ticked: number): string {
  const some = shown === null ? "" : `, ${shown.toLocaleString("en-US")} shown`;
  return `${plural(pending, "unconfirmed drop")}${some}, ${ticked} selected`;
}
