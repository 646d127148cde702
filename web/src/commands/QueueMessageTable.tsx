import { useMemo, useState } from "react";
import type { QueueMessage } from "../api/schema";
import type { CsvColumn } from "../lib/csv";
import { COMMAND_STATES } from "../help/commandStates";
import { StateHint } from "../help/StateHint";
import { formatAge, formatCountdown, formatDateTime } from "../lib/formats";
import { Empty } from "../ui/states";
import { DataTable, tableColumns, text } from "../ui/table";
import { Tag } from "../ui/Tag";
import { Muted } from "../ui/text";
import styles from "./queueMessageTable.module.css";
import { describeMessage } from "./rules/commands";
import { secondsLeft, stateAt, STATE_LABELS, STATE_TONES } from "./rules/status";

interface Props {
  readonly messages: readonly QueueMessage[];
  /** Whether older messages exist that were not read. */
  readonly more: boolean;
  readonly now: number;
}

/** Messages shown at first. Users usually watch only the newest ones. */
const INITIAL_COUNT = 5;

function columnsAt(now: number, sortable: boolean) {
  return tableColumns<QueueMessage>([
    text("command", {
      label: "Command",
      sortable,
      value: (message) => describeMessage(message),
      find: (message) => `${describeMessage(message)} ${message.result ?? ""}`,
      cell: (message) => (
        <div>
          {describeMessage(message)}
          {message.result && <q className={styles.result}>{message.result}</q>}
        </div>
      ),
      rowHeader: true,
    }),
    text("state", {
      label: "State",
      sortable,
      value: (message) => STATE_LABELS[stateAt(message, now)],
      cell: (message) => <MessageState message={message} now={now} />,
      minWidth: 7,
      grow: 0,
    }),
    text("sent", {
      label: "Sent",
      sortable,
      value: ({ timestamp }) => timestamp,
      find: ({ user }) => user,
      cell: ({ timestamp, user }) => (
        <Muted as="div">
          <time dateTime={timestamp} title={formatDateTime(timestamp, { seconds: true })}>
            {formatAge(Date.parse(timestamp), now)}
          </time>{" "}
          by {user}
        </Muted>
      ),
      descendingFirst: true,
      minWidth: 11,
    }),
  ]);
}

const CSV_COLUMNS: readonly CsvColumn<QueueMessage>[] = [
  { header: "command", value: (message) => describeMessage(message) },
  { header: "state", value: (message) => STATE_LABELS[stateAt(message, Date.now())] },
  { header: "sent", value: ({ timestamp }) => timestamp },
  { header: "user", value: ({ user }) => user },
  { header: "result", value: ({ result }) => result },
];

/** The messages to a fridge, newest first, each with its state. */
export function QueueMessageTable({ messages, more, now }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const [search, setSearch] = useState("");
  const columns = useMemo(() => columnsAt(now, showsAll), [now, showsAll]);
  if (messages.length === 0) return <Empty>No commands have been sent to this fridge</Empty>;
  const isCut = !showsAll && messages.length > INITIAL_COUNT;
  return (
    <DataTable
      name="queueMessages"
      label="Messages to this fridge"
      columns={columns}
      rows={isCut ? messages.slice(0, INITIAL_COUNT) : messages}
      rowId={({ id }) => id}
      plain={!showsAll}
      search={showsAll ? { label: "Find a message", value: search, onChange: setSearch } : undefined}
      csvName="commands.csv"
      csvColumns={CSV_COLUMNS}
      onLoadMore={isCut ? () => setShowsAll(true) : undefined}
      loadMoreLabel={`Show all ${messages.length}${more ? " newest" : ""}`}
    />
  );
}

function MessageState({ message, now }: { readonly message: QueueMessage; readonly now: number }) {
  const state = stateAt(message, now);
  return (
    <div className={styles.state}>
      <Tag tone={STATE_TONES[state]}>
        <span role="status">{STATE_LABELS[state]}</span>
      </Tag>
      {state === "QUEUED" && <Muted>{formatCountdown(secondsLeft(message, now))} left</Muted>}
      <StateHint definition={COMMAND_STATES[state]} />
    </div>
  );
}
