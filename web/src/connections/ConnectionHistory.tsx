import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatDateTimeWithCentral } from "../lib/formats";
import { flattenPages } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable, dateTime, tableColumns, text } from "../ui/table";
import { Identifier, Muted } from "../ui/text";
import { connectionHistoryQuery, type ConnectionChange } from "./connection";
import styles from "./connectionHistory.module.css";
import { shortId } from "./rules/connection";
import { eventText } from "./rules/history";

interface Props {
  readonly id: string;
  /** The IANA name of the fridge's zone. */
  readonly zone: string;
}

function columnsIn(zone: string) {
  return tableColumns<ConnectionChange>([
    dateTime("at", {
      label: "Time",
      value: ({ at }) => at,
      format: (at) => formatDateTimeWithCentral(at, { zone, weekday: true }),
      sortable: false,
      minWidth: 12,
    }),
    text("event", {
      label: "Change",
      value: ({ event }) => eventText(event),
      sortable: false,
      rowHeader: true,
      minWidth: 10,
    }),
    text("certificate", {
      label: "Certificate",
      value: ({ certificateId }) => certificateId,
      cell: ({ certificateId }) =>
        certificateId === null ? <Muted>—</Muted> : <Identifier>{shortId(certificateId)}</Identifier>,
      sortable: false,
      minWidth: 6,
      grow: 0,
    }),
    text("user", { label: "User", value: ({ user }) => user, sortable: false, minWidth: 8 }),
    text("reason", { label: "Reason", value: ({ reason }) => reason, sortable: false, minWidth: 8 }),
  ]);
}

/** The changes of a fridge's certificates: who issued, revoked or replaced which one, when and why. */
export function ConnectionHistory({ id, zone }: Props) {
  const history = useInfiniteQuery(connectionHistoryQuery(id));
  const columns = useMemo(() => columnsIn(zone), [zone]);
  return (
    <section className={styles.history} aria-labelledby="connection-history">
      <h2 id="connection-history">Connection</h2>
      <QueryView
        query={flattenPages(history)}
        label="the history of the connection"
        error="Unable to load the history of the connection, Please check your internet and your permissions"
        forbidden={{ activity: "view the history of the connection", permission: "GetSpecificLocation" }}
        empty={{ title: "No certificate has been issued for this fridge" }}
        skeleton={<Skeleton label="the history of the connection" rows={3} />}
      >
        {(changes) => (
          <DataTable
            name="fridgeConnectionHistory"
            label="Changes of the connection"
            columns={columns}
            rows={changes}
            rowId={({ id: change }) => change}
            csvName={`connection-${id}.csv`}
            onLoadMore={history.hasNextPage ? () => void history.fetchNextPage() : undefined}
            loadingMore={history.isFetchingNextPage}
            loadMoreLabel="Show older"
          />
        )}
      </QueryView>
    </section>
  );
}
