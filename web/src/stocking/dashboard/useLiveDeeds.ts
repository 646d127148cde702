/** What drivers do while the dashboard is open, as it happens. */
import { useMemo, useState } from "react";
import { deedOf, STATUS_ACTIONS } from "../day/actions";
import { useNewActions, type NewAction } from "../day/newActions";
import type { Deed } from "../rules/stopStatus";

/** What was read this long before the day was read is in what was read of the day. */
const OVERLAP = 60_000;
const STATUS: ReadonlySet<string> = new Set(STATUS_ACTIONS);

interface Received {
  readonly at: number;
  readonly action: NewAction;
}

interface LiveDeeds {
  /** Those that may not be in what was read last. The same action twice changes nothing. */
  readonly deeds: readonly Deed[];
  /** Whether the server reports changes by itself. */
  readonly connected: boolean;
}

/**
 * @param readAt when the day's actions were read last
 * @param readDay reads the day's actions again
 * @param onConnected what happened before was missed
 */
export function useLiveDeeds(
  day: string,
  readAt: number,
  readDay: () => Promise<unknown>,
  onConnected: () => void,
): LiveDeeds {
  const [received, setReceived] = useState<readonly Received[]>([]);
  const [of, setOf] = useState(day);
  if (of !== day) {
    setOf(day);
    setReceived([]);
  }

  const onActions = (actions: readonly NewAction[]) => {
    const at = Date.now();
    const ids = new Set(actions.map(({ id }) => id));
    const added = actions.filter(({ eventType }) => STATUS.has(eventType)).map((action) => ({ at, action }));
    setReceived((before) => [
      ...before.filter((known) => known.at > readAt - OVERLAP && !ids.has(known.action.id)),
      ...added,
    ]);
  };
  const { connected } = useNewActions(day, { readAt, onActions, readDay, onConnected });

  const deeds = useMemo(() => received.map(({ action }) => deedOf(action)), [received]);
  return { deeds, connected };
}
