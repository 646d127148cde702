import { useState } from "react";
import type { QueueMessage } from "../api/schema";
import { ageOf } from "../ui/age";
import { businessTime } from "../ui/businessTime";
import { Button } from "../ui/Button";
import { Empty } from "../ui/states";
import { nameOf } from "./rules/commands";
import { secondsLeft, stateAt, WORDS } from "./rules/life";

interface Props {
  readonly messages: readonly QueueMessage[];
  /** Whether there are older ones that were not read. */
  readonly more: boolean;
  readonly now: number;
}

/** So many are shown at first: those that somebody waits for are the newest. */
const FIRST = 5;

/** The messages to a fridge, newest first, each with its life. */
export function QueueMessageList({ messages, more, now }: Props) {
  const [all, setAll] = useState(false);
  if (messages.length === 0) return <Empty>No command was sent to this fridge.</Empty>;
  const shown = all ? messages : messages.slice(0, FIRST);
  return (
    <>
      <ol className="commands-list" aria-label="Messages to this fridge">
        {shown.map((message) => (
          <Message key={message.id} message={message} now={now} />
        ))}
      </ol>
      {!all && messages.length > FIRST && (
        <Button look="quiet" onClick={() => setAll(true)}>
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
      <span className="commands-name">{nameOf(message)}</span>
      <span className="commands-state">
        <span className="commands-mark" aria-hidden="true" />
        <span role="status">{WORDS[state]}</span>
        {state === "QUEUED" && <span className="commands-left">{clock(secondsLeft(message, now))} left</span>}
      </span>
      <span className="commands-by muted">
        <time dateTime={message.timestamp} title={businessTime(sent)}>
          {ageOf(sent, Math.max(now, sent))}
        </time>{" "}
        by {message.user}
      </span>
      {message.result && <q className="commands-result">{message.result}</q>}
    </li>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
