import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount, formatDateTime } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { flattenPages } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { DataTable, dateTime, id, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import { HISTORY_FAILURE, planogramHistoryQuery, type HistoryEntry } from "../planograms";
import { Section } from "../Section";
import styles from "./history.module.css";

type Change = HistoryEntry["changes"][number];

const formatHour = (hour: string) => formatDateTime(hour, { weekday: true });

const COLUMNS = tableColumns<Change>([
  id("slot", { label: "Slot", value: ({ slot }) => slot }),
  text("item", { label: "Item", value: ({ to }) => to }),
  text("previous", { label: "Previous item", value: ({ from }) => from }),
  dateTime("active", { label: "Active from", value: ({ activeHour }) => activeHour, format: formatHour }),
]);

/** Lists the scheduled changes of a layout with their users, newest first. */
export function History({ layoutName }: { readonly layoutName: string }) {
  const history = useInfiniteQuery(planogramHistoryQuery(layoutName));
  return (
    <Section label="History" heading="h3">
      <QueryView
        query={flattenPages(history)}
        label="history"
        error={HISTORY_FAILURE}
        forbidden={{ activity: "view the history", permission: "GetUniqueLayoutNames" }}
        empty={{ title: "No history yet" }}
        skeleton={<Skeleton label="history" rows={3} />}
      >
        {(entries) => entries.map((entry) => <Entry key={entry.id} entry={entry} />)}
      </QueryView>
      {history.hasNextPage && (
        <div>
          <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage} busyText="Loading…">
            Show more
          </Button>
        </div>
      )}
    </Section>
  );
}

function Entry({ entry: { at, user, event, changes } }: { readonly entry: HistoryEntry }) {
  const [open, setOpen] = useState(false);
  const hours = [...new Set(changes.map(({ activeHour }) => activeHour))];
  const when = hours.length === 1 && hours[0] ? `from ${formatHour(hours[0])}` : `at ${hours.length} hours`;
  return (
    <details className={styles.entry} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>
        <Muted>{formatHour(at)}</Muted> {user} {event === "CREATED" ? "created it with" : "scheduled"}{" "}
        {formatCount(changes.length, "slot")} {event !== "CREATED" && when}
      </summary>
      {open && (
        <DataTable
          plain
          name="planogram-history"
          label="Changes"
          columns={COLUMNS}
          rows={changes}
          rowId={({ slot, activeHour }) => `${slot} ${activeHour}`}
        />
      )}
    </details>
  );
}
