import { formatDateTime } from "../../lib/formats";
import { Muted } from "../../ui/text";
import { stageName, type Deployment } from "../rules/stages";
import type { DeploymentDetail } from "./queries";
import styles from "./stages.module.css";

type Event = DeploymentDetail["history"][number];

const WORDS: Readonly<Record<string, string>> = {
  CREATED: "Created",
  CONTINUED: "Continued",
  PAUSED: "Paused",
  STOPPED: "Stopped automatically",
  COMPLETED: "Completed",
  ROLLED_BACK: "Rolled back",
};
/** The events of the worker, which no user caused. */
const AUTOMATIC = new Set(["STOPPED", "COMPLETED"]);

/** Who changed the deployment, when and why, newest first. */
export function EventList({ detail: { deployment, history } }: { readonly detail: DeploymentDetail }) {
  return (
    <ol className={styles.events}>
      {history.map((event) => (
        <li key={event.id}>
          <strong>{eventText(event, deployment)}</strong>
          {event.reason !== null && <span>{event.reason}</span>}
          <Muted>
            {!AUTOMATIC.has(event.event) && `${event.user}, `}
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
          </Muted>
        </li>
      ))}
    </ol>
  );
}

function eventText({ event, startedStages }: Event, { stages }: Deployment): string {
  const word = WORDS[event] ?? event;
  const stage = startedStages === null ? undefined : stages[startedStages - 1];
  return stage ? `${word} to ${stageName(stage).toLowerCase()}` : word;
}
