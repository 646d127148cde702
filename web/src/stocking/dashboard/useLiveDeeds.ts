/** What drivers do while the dashboard is open, as it happens. */
import { useEffect, useMemo, useRef, useState } from "react";
import { stockingDayChannel } from "../../api/channels";
import { useLive } from "../../api/live";
import { deedOf } from "../day/actions";
import type { Deed } from "../rules/stopStatus";

/** Events of a busy moment are shown together. */
const TOGETHER = 300;
/** What was told this long before the day was read is in what was read. */
const OVERLAP = 60_000;

interface Heard {
  readonly at: number;
  readonly deed: Deed;
}

interface LiveDeeds {
  /** Those that may not be in what was read last. The same action twice changes nothing. */
  readonly deeds: readonly Deed[];
  /** Whether news come by themselves. */
  readonly connected: boolean;
}

/**
 * @param readAt when the day's actions were read last
 * @param onConnected what happened before was missed
 */
export function useLiveDeeds(day: string, readAt: number, onConnected: () => void): LiveDeeds {
  const waiting = useRef<Heard[]>([]);
  const [heard, setHeard] = useState<readonly Heard[]>([]);
  const [of, setOf] = useState(day);
  if (of !== day) {
    setOf(day);
    setHeard([]);
  }

  const { connected } = useLive(
    [stockingDayChannel(day)],
    ({ action }) => {
      if (waiting.current.length === 0) {
        setTimeout(() => {
          const news = waiting.current;
          waiting.current = [];
          setHeard((before) => [...before.filter(({ at }) => at > readAt - OVERLAP), ...news]);
        }, TOGETHER);
      }
      waiting.current.push({ at: Date.now(), deed: deedOf(action) });
    },
    onConnected,
  );

  // Of another day, or of a screen that was left.
  useEffect(
    () => () => {
      waiting.current = [];
    },
    [day],
  );

  const deeds = useMemo(() => heard.map(({ deed }) => deed), [heard]);
  return { deeds, connected };
}
