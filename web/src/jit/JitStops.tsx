import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { centerOfLocations, type CenterOf } from "../locations/fulfillmentCenters";
import { useMyPermissions } from "../session/permissions";
import { BulkDialog } from "../ui/BulkDialog";
import { downloadCsv, toCsv } from "../ui/csv";
import { DecisionBar } from "../ui/DecisionBar";
import { useDecisions } from "../ui/decisions";
import { useLeaveGuard } from "../ui/leaving";
import { ListTable } from "../ui/ListTable";
import { exported, inOrder, nextSort, sortFrom } from "../ui/listTable";
import { LiveAge } from "../ui/LiveAge";
import { NotWritten } from "../ui/NotWritten";
import { plural } from "../ui/plural";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import type { Address } from "../ui/useAddress";
import { columnsOf } from "./columns";
import { jitDayQuery, LOOK } from "./day";
import { businessDay } from "../ui/day";
import { useNow } from "../ui/useNow";
import { JitFilters } from "./JitFilters";
import { filterRows, filtersFrom, marketsOf, rowsOf, type JitRow } from "./rows";
import { faultOf, reasonsOf, STATUSES } from "./rules/jit";
import { useJitUpdate } from "./useJitUpdate";

const FAILURE = "Unable to load JIT, Please check your internet and your permissions";
const NO_CENTERS: CenterOf = new Map();
const keyOf = ({ key }: JitRow) => key;
/** How often the business day is read again. */
const TICK = 60_000;

interface Props {
  readonly day: string;
  readonly address: Address;
}

/** The stops of a day, and what is decided about their JIT. */
export function JitStops({ day, address: parts }: Props) {
  const { refusal } = useMyPermissions();
  const { address, set } = parts;
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(jitDayQuery(day));
  const centers = useQuery(centerOfLocations);
  const decisions = useDecisions();
  const { update, updating } = useJitUpdate(day, decisions);
  const [bulk, setBulk] = useState(false);
  useLeaveGuard(
    decisions.drafts.size > 0,
    {
      title: "JIT Management",
      message: "What you chose is not updated yet. It is lost if you leave.",
      confirm: "Leave",
    },
    "date",
  );

  const today = businessDay(new Date(useNow(TICK)));
  const rows = useMemo(
    () => (data ? rowsOf(data, centers.data ?? NO_CENTERS, today) : []),
    [data, centers.data, today],
  );
  const filters = useDeferredValue(filtersFrom(address));
  const found = filterRows(rows, filters);
  const open = (row: JitRow) => row.lock === undefined;
  const columns = columnsOf(decisions, found.filter(open).map(keyOf));
  const sort = sortFrom(address.get("sort"), columns);
  const shown = inOrder(found, columns, sort);
  const ticked = rows.filter((row) => open(row) && decisions.ticked.has(row.key));
  const decided = rows.filter((row) => open(row) && decisions.drafts.has(row.key));
  const unfinished = decided.filter(({ key }) => {
    const { status = "", reason = "" } = decisions.drafts.get(key) ?? {};
    return faultOf(status === "On", reason || null) !== null;
  });

  if (isForbidden(error)) return <Forbidden to="see the routes" error={error} />;
  return (
    <>
      <JitFilters markets={marketsOf(rows)} address={parts} />
      <DecisionBar
        status={data && statusOf(shown.length, rows.length, ticked.length)}
        age={<LiveAge at={dataUpdatedAt} connected={false} every={LOOK} />}
        refresh={{ now: () => void refetch(), busy: isFetching }}
        onExport={shown.length > 0 ? () => downloadCsv(`jit-${day}.csv`, toCsv(exported(columns), shown)) : undefined}
        refusal={refusal("UpdateJit")}
        ticked={ticked.length}
        onBulk={() => setBulk(true)}
        send={{
          label: "Update JIT",
          what: "the JIT status",
          decided: decided.length,
          unfinished: unfinished.length,
          busy: updating,
          now: () => void update(decided),
        }}
      />
      {error && <Failure message={messageOf(error, FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />}
      {centers.error && (
        <Failure
          message={messageOf(centers.error, "Failed fetching Fulfillment Centers")}
          onRetry={() => void centers.refetch()}
          retrying={centers.isFetching}
        />
      )}
      <NotWritten
        failures={rows.flatMap(({ key, location, stop }) => {
          const message = decisions.failures.get(key);
          return message ? [[`${location}, stop ${stop}`, message] as const] : [];
        })}
      />
      {!data && !error && <Loading what="stops" />}
      {data && rows.length === 0 && <Empty>No routes available for given date</Empty>}
      {rows.length > 0 && shown.length === 0 && <Empty>No stop matches the filters</Empty>}
      {shown.length > 0 && (
        <ListTable
          label="Stops"
          className="jit-table"
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => set("sort", nextSort(column, sort))}
          classOf={(row) => (row.lock === undefined ? "" : "jit-locked")}
        />
      )}
      {bulk && (
        <BulkDialog
          count={ticked.length}
          statusLabel="JIT Status"
          statuses={STATUSES}
          reasonsOf={reasonsOf}
          onClose={() => setBulk(false)}
          onApply={(decision) => {
            decisions.decide(ticked.map(keyOf), decision);
            setBulk(false);
          }}
        />
      )}
    </>
  );
}

function statusOf(shown: number, all: number, ticked: number): string {
  return `${plural(shown, "stop")}${shown < all ? ` of ${all.toLocaleString("en-US")}` : ""}, ${ticked} selected`;
}
