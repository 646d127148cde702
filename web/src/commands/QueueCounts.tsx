import type { QueueMessage } from "../api/schema";
import { countByQueue, STATES, STATE_LABELS } from "./rules/status";

interface Props {
  readonly messages: readonly QueueMessage[];
  readonly now: number;
}

/** The number of messages in each of the fridge's queues, by state. */
export function QueueCounts({ messages, now }: Props) {
  const queues = countByQueue(messages, now);
  if (queues.length === 0) return null;
  return (
    <dl className="commands-counts">
      {queues.map(({ queue, counts }) => (
        <div key={queue}>
          <dt>{queue}</dt>
          <dd>
            {STATES.filter((state) => counts[state] > 0)
              .map((state) => `${counts[state]} ${STATE_LABELS[state].toLowerCase()}`)
              .join(" · ")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
