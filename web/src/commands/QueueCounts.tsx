import type { QueueMessage } from "../api/schema";
import { countsOf, STATES, WORDS } from "./rules/life";

interface Props {
  readonly messages: readonly QueueMessage[];
  readonly now: number;
}

/** How many messages each of the fridge's queues has, by how far they got. */
export function QueueCounts({ messages, now }: Props) {
  const queues = countsOf(messages, now);
  if (queues.length === 0) return null;
  return (
    <dl className="commands-counts">
      {queues.map(({ queue, counts }) => (
        <div key={queue}>
          <dt>{queue}</dt>
          <dd>
            {STATES.filter((state) => counts[state] > 0)
              .map((state) => `${counts[state]} ${WORDS[state].toLowerCase()}`)
              .join(" · ")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
