import { useState } from "react";
import { formatAge, formatCountdown, formatDateTime } from "../lib/formats";
import type { QueueMessage } from "../api/schema";
import { Button } from "../ui/Button";
import { Empty } from "../ui/states";
import { describeMessage } from "./rules/commands";
import { secondsLeft, stateAt, STATE_LABELS } from "./rules/status";

interface Props {
  readonly messages: readonly QueueMessage[];
  /** Whether older messages exist that were not read. */
  readonly more: boolean;
  readonly now: number;
}

/** Messages shown at first. Users usually watch only the newest ones. */
const INITIAL_COUNT = 5;

/** The messages to a fridge, newest first, each with its state. */
export function QueueMessageList({ messages, more, now }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  if (messages.length === 0) return <Empty>No commands have been sent to this fridge</Empty>;
  const visible = showsAll ? messages : messages.slice(0, INITIAL_COUNT);
  return (
    <>
      <ol className="commands-list" aria-label="Messages to this fridge">
        {visible.map((message) => (
          <Message key={message.id} message={message} now={now} />
        ))}
      </ol>
      {!showsAll && messages.length > INITIAL_COUNT && (
        <Button variant="link" onClick={() => setShowsAll(true)}>
          Show all {messages.length}
          {more ? " newest" : ""}
        </Button>
      )}
    </>
  );
}

function Message({ message, now }: { readonly message: QueueMessage; readonly now: number }) {
  const state = stateAt(message, now);
  const sent = Date.parse(message.timestamp);
  return (
    <li className="commands-message" data-state={state}>
      <span className="commands-name">{describeMessage(message)}</span>
      <span className="commands-state">
        <span className="commands-mark" aria-hidden="true" />
        <span role="status">{STATE_LABELS[state]}</span>
        {state === "QUEUED" && <span className="commands-left">{formatCountdown(secondsLeft(message, now))} left</span>}
      </span>
      <span className="commands-by muted">
        <time dateTime={message.timestamp} title={formatDateTime(sent, { seconds: true })}>
          {formatAge(sent, Math.max(now, sent))}
        </time>{" "}
        by {message.user}
      </span>
      {message.result && <q className="commands-result">{message.result}</q>}
    </li>
  );
}
