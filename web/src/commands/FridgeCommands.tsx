/**
 * The commands to one fridge, and what became of those that were sent (spec of fleet operations, sections 2.3, 4.3 and
 * 6): part of the fridge's health page.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../api/errors";
import { fridgeChannel } from "../api/channels";
import { pollEvery, useLive } from "../api/live";
import { isSilent, lastHeard } from "../health/rules/silence";
import { useFeatureFlags, useMyPermissions } from "../session/permissions";
import { ageOf } from "../ui/age";
import { LiveAge } from "../ui/LiveAge";
import { Failure, Loading } from "../ui/states";
import { useNow } from "../ui/useNow";
import { CommandButton } from "./CommandButton";
import { QueueCounts } from "./QueueCounts";
import { QueueMessageList } from "./QueueMessageList";
import { queueMessagesQuery } from "./queueMessages";
import { COMMANDS, permits } from "./rules/commands";
import { isUnderWay } from "./rules/life";
import { useCommands } from "./useCommands";
import "./commands.css";

/** What of a fridge's health matters to its commands. */
export interface ReportedState {
  /** By the fridge's clock. */
  readonly timestamp: string;
  /** By ours. */
  readonly receivedAt: string;
  readonly outOfOrder: boolean | null;
  readonly safetyHold: boolean | null;
}

interface Props {
  readonly locationId: string;
  /** As the fridge reported last; null where it never did, undefined while that is not known. */
  readonly health: ReportedState | null | undefined;
}

/** While a command is under way its seconds are counted, and its state is asked for often. */
const TICK = 1_000;
const OFTEN = 5_000;
const SELDOM = 60_000;

export function FridgeCommands({ locationId, health }: Props) {
  const now = useNow(TICK);
  const queryClient = useQueryClient();
  const channel = fridgeChannel(locationId);
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: queueMessagesQuery(locationId).queryKey }, { throwOnError: true });
  const { connected } = useLive([channel], { command: reload }, () => void reload().catch(() => undefined));
  const every = (underWay: boolean) => (underWay ? OFTEN : SELDOM);
  const messages = useQuery({
    ...queueMessagesQuery(locationId),
    refetchInterval: ({ state }) =>
      pollEvery(connected, every(state.data?.items.some((each) => isUnderWay(each, Date.now())) ?? false)),
  });
  const underWay = messages.data?.items.some((each) => isUnderWay(each, now)) ?? false;

  return (
    <section className="commands" aria-labelledby="fridge-commands">
      <header className="commands-head">
        <h2 id="fridge-commands">Fridge Commands</h2>
        {messages.data ? (
          <LiveAge at={messages.dataUpdatedAt} connected={connected} every={every(underWay)} what="Read" />
        ) : (
          <span className="live-age">{"\u00a0"}</span>
        )}
      </header>
      <Buttons locationId={locationId} health={health} now={now} />
      <h3>Queue messages</h3>
      {messages.isPending && <Loading what="the messages to this fridge" />}
      {messages.isError && (
        <Failure
          message={messageOf(messages.error, "Oops, there was an error loading your request.")}
          onRetry={() => void messages.refetch()}
          retrying={messages.isFetching}
        />
      )}
      {messages.data && (
        <>
          <QueueCounts messages={messages.data.items} now={now} />
          <QueueMessageList messages={messages.data.items} more={messages.data.more} now={now} />
        </>
      )}
    </section>
  );
}

function Buttons({ locationId, health, now }: Props & { readonly now: number }) {
  const flags = useFeatureFlags();
  const refusal = useMyPermissions().refusal("SendFridgeCommand");
  const commands = useCommands(locationId);
  const messages = useQuery(queueMessagesQuery(locationId)).data?.items ?? [];
  const shown = COMMANDS.filter(({ flag }) => permits(flags, flag));
  if (shown.length === 0) return <p className="muted">No commands are open to you.</p>;
  return (
    <>
      <ul className="commands-buttons" aria-label="Commands">
        {shown.map((command) => (
          <li key={command.label}>
            <CommandButton
              command={command}
              health={health}
              messages={messages}
              now={now}
              refusal={refusal}
              commands={commands}
            />
          </li>
        ))}
      </ul>
      {/* Below: it comes once the health is read, and must not move a button that is about to be pressed. */}
      {health !== undefined && (!health || isSilent(health, now)) && (
        <p className="commands-silent" role="note">
          {health
            ? `This fridge was last heard of ${ageOf(lastHeard(health), now)}.`
            : "This fridge has never reported."}{" "}
          A command that it does not fetch within 5 minutes expires.
        </p>
      )}
    </>
  );
}
