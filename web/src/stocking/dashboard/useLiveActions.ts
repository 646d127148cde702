/** Receives driver actions while the dashboard is open. */
import { useMemo, useState } from "react";
import { toDriverAction, STATUS_ACTIONS } from "../day/actions";
import { useNewActions, type NewAction } from "../day/newActions";
import type { DriverAction } from "../rules/stopStatus";

/** Actions received this long before the day was read are part of the day, in milliseconds. */
const OVERLAP = 60_000;
const STATUS_TYPES: ReadonlySet<string> = new Set(STATUS_ACTIONS);

interface ReceivedAction {
  readonly at: number;
  readonly action: NewAction;
}

interface LiveActions {
  /** Actions that may be missing from the last read of the day. Duplicates have no effect. */
  readonly actions: readonly DriverAction[];
  /** Whether the live connection is up. */
  readonly connected: boolean;
}

/**
 * @param readAt when the day's actions were last read, in milliseconds
 * @param readDay reads the day's actions again
 * @param onConnected called when the connection opens; earlier events were missed
 */
export function useLiveActions(
  day: string,
  readAt: number,
  readDay: () => Promise<unknown>,
  onConnected: () => void,
): LiveActions {
  const [received, setReceived] = useState<readonly ReceivedAction[]>([]);
  const [receivedDay, setReceivedDay] = useState(day);
  if (receivedDay !== day) {
    setReceivedDay(day);
    setReceived([]);
  }

  const onActions = (actions: readonly NewAction[]) => {
    const at = Date.now();
    const ids = new Set(actions.map(({ id }) => id));
    const added = actions.filter(({ eventType }) => STATUS_TYPES.has(eventType)).map((action) => ({ at, action }));
    setReceived((current) => [
      ...current.filter((previous) => previous.at > readAt - OVERLAP && !ids.has(previous.action.id)),
      ...added,
    ]);
  };
  const { connected } = useNewActions(day, { readAt, onActions, readDay, onConnected });

  const actions = useMemo(() => received.map(({ action }) => toDriverAction(action)), [received]);
  return { actions, connected };
}
