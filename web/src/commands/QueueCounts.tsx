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
    <table className="commands-counts">
      <caption className="visually-hidden">Messages by queue</caption>
      <thead>
        <tr>
          <th scope="col">Queue</th>
          {STATES.map((state) => (
            <th key={state} scope="col">
              {WORDS[state]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map(({ queue, counts }) => (
          <tr key={queue}>
            <th scope="row">{queue}</th>
            {STATES.map((state) => (
              <td key={state} className={counts[state] === 0 ? "muted" : undefined}>
                {counts[state]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
