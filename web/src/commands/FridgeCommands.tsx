/** The commands section of the fridge health page: command buttons and the state of sent commands (CMD-1 to CMD-6). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fridgeChannel } from "../api/channels";
import { livePollInterval, useLive } from "../api/live";
import { HEALTH_FAILURE } from "../health/fridgeHealth";
import { isSilent, lastReportTime } from "../health/rules/silence";
import { formatAge, formatPeriod } from "../lib/formats";
import { useNow } from "../lib/useNow";
import { useFeatureFlags, useMyPermissions } from "../session/permissions";
import { Facts } from "../ui/Facts";
import { LiveAge, LiveAgePlaceholder } from "../ui/LiveAge";
import { Panel } from "../ui/Panel";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Muted } from "../ui/text";
import { CommandButton } from "./CommandButton";
import styles from "./fridgeCommands.module.css";
import { queueMessagesQuery } from "./queueMessages";
import { QueueMessageTable } from "./QueueMessageTable";
import { COMMANDS, isPermitted } from "./rules/commands";
import { countByQueue, EXPIRES_AFTER, isInProgress, STATE_LABELS, STATES, type ReportedState } from "./rules/status";
import { useCommands } from "./useCommands";

interface Props {
  readonly locationId: string;
  /** The name of the fridge, empty if it is unknown. */
  readonly name: string;
  /** The latest report; null if the fridge never reported, undefined while loading. */
  readonly health: ReportedState | null | undefined;
}

/** Ticks each second, for the countdown of queued commands. In milliseconds. */
const CLOCK_INTERVAL = 1_000;
/** Polling interval while a command is in progress, in milliseconds. */
const ACTIVE_POLL_INTERVAL = 5_000;
/** Polling interval otherwise, in milliseconds. */
const IDLE_POLL_INTERVAL = 60_000;

export function FridgeCommands({ locationId, name, health }: Props) {
  const now = useNow(CLOCK_INTERVAL);
  const queryClient = useQueryClient();
  const channel = fridgeChannel(locationId);
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: queueMessagesQuery(locationId).queryKey }, { throwOnError: true });
  const { connected } = useLive([channel], { command: reload }, () => void reload().catch(() => undefined));
  const intervalFor = (inProgress: boolean) => (inProgress ? ACTIVE_POLL_INTERVAL : IDLE_POLL_INTERVAL);
  const messages = useQuery({
    ...queueMessagesQuery(locationId),
    refetchInterval: ({ state }) =>
      livePollInterval(
        connected,
        intervalFor(state.data?.items.some((message) => isInProgress(message, Date.now())) ?? false),
      ),
  });
  const inProgress = messages.data?.items.some((message) => isInProgress(message, now)) ?? false;

  return (
    <Panel title="Fridge Commands">
      {/* On a separate line that is always present, so that the buttons do not move. */}
      {messages.data ? (
        <LiveAge
          at={messages.dataUpdatedAt}
          connected={connected}
          pollInterval={intervalFor(inProgress)}
          label="Read"
        />
      ) : (
        <LiveAgePlaceholder />
      )}
      <Buttons locationId={locationId} name={name} health={health} now={now} />
      <h3>Queue messages</h3>
      <QueryView
        query={messages}
        label="the messages to this fridge"
        error={HEALTH_FAILURE}
        skeleton={<Skeleton label="the messages to this fridge" rows={2} />}
      >
        {({ items, more }) => (
          <>
            <Facts
              layout="row"
              facts={countByQueue(items, now).map(({ queue, counts }) => [
                queue,
                STATES.filter((state) => counts[state] > 0)
                  .map((state) => `${counts[state]} ${STATE_LABELS[state].toLowerCase()}`)
                  .join(" · "),
              ])}
            />
            <QueueMessageTable messages={items} more={more} now={now} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function Buttons({ locationId, name, health, now }: Props & { readonly now: number }) {
  const flags = useFeatureFlags();
  const disabledReason = useMyPermissions().missingPermission("SendFridgeCommand");
  const commands = useCommands(locationId, name);
  const messages = useQuery(queueMessagesQuery(locationId)).data?.items ?? [];
  const permitted = COMMANDS.filter(({ flag }) => isPermitted(flags, flag));
  if (permitted.length === 0) return <Muted as="p">No commands are available to you.</Muted>;
  return (
    <>
      <ul className={styles.buttons} aria-label="Commands">
        {permitted.map((command) => (
          <li key={command.label}>
            <CommandButton
              command={command}
              health={health}
              messages={messages}
              now={now}
              disabledReason={disabledReason}
              commands={commands}
            />
          </li>
        ))}
      </ul>
      {/* Follows the buttons, so that they do not move when the health loads. */}
      {health !== undefined && (!health || isSilent(health, now)) && (
        <p className={styles.silent} role="note">
          {health
            ? `This fridge last reported ${formatAge(lastReportTime(health), now)}.`
            : "This fridge has never reported."}{" "}
          Commands expire if the fridge does not receive them within {formatPeriod(EXPIRES_AFTER)}.
        </p>
      )}
    </>
  );
}
