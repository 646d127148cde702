/** Events as they happen, for screens. A screen asks for what it shows as ever, only more seldom while it is told. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Channel } from "./channels";
import { config, type Config } from "./config";
import { LiveSocket } from "./liveSocket";
import { sessionToken } from "./transport";

const sockets = new WeakMap<NonNullable<Config["live"]>, LiveSocket>();

function liveSocket(): LiveSocket | null {
  const { live } = config();
  if (!live) return null;
  let socket = sockets.get(live);
  if (!socket) {
    const url = new URL(live.url, window.location.origin.replace(/^http/, "ws"));
    socket = new LiveSocket({ url: url.href, host: live.host, idToken: sessionToken });
    sockets.set(live, socket);
  }
  return socket;
}

/** How often a screen asks by itself: seldom while events come, often without them. */
export function pollEvery(connected: boolean, often: number, seldom = 5 * 60_000): number {
  return connected ? seldom : often;
}

/**
 * Calls `onEvent` with what happens on these channels while the screen is open, and `onConnected` each time that all
 * of them begin to be heard: what happened before was missed, so ask for it then.
 */
export function useLive<Event>(
  channels: readonly (Channel<Event> | null)[],
  onEvent: (event: Event) => void,
  onConnected?: () => void,
): { readonly connected: boolean } {
  const paths = channels.flatMap((channel) => (channel ? [channel.path] : [])).join(" ");
  const wanted = useMemo(() => paths.split(" ").filter((path) => path !== ""), [paths]);
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set());
  const connected = wanted.length > 0 && wanted.every((path) => heard.has(path));

  const tell = useEffectEvent((event: unknown) => onEvent(event as Event));
  const hear = useCallback((path: string, now: boolean) => {
    setHeard((before) => {
      const after = new Set(before);
      if (now) after.add(path);
      else after.delete(path);
      return after;
    });
  }, []);

  useEffect(() => {
    const socket = liveSocket();
    if (!socket) return;
    const leave = wanted.map((path) => socket.listen(path, { onEvent: tell, onHeard: (now) => hear(path, now) }));
    return () => {
      for (const each of leave) each();
      setHeard(new Set());
    };
  }, [wanted, hear]);

  const begin = useEffectEvent(() => onConnected?.());
  useEffect(() => {
    if (connected) begin();
  }, [connected]);

  return { connected };
}
