/** Live events for screens: what changed is read at once, and polled at a slow rate besides. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { ChangeReader } from "./changes";
import { parseLiveEvent, type Channel, type LiveKind } from "./channels";
import { config, type Config } from "./config";
import { LiveSocket } from "./liveSocket";
import { sessionToken } from "./transport";

const sockets = new Map<NonNullable<Config["live"]>, LiveSocket>();

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

/** Closes every live connection of this page: for a session that lost access. */
export function closeLiveConnections(): void {
  for (const socket of sockets.values()) socket.shutDown();
  sockets.clear();
}

/** How often a screen asks by itself: seldom while events come, often without them. */
export function pollEvery(connected: boolean, often: number, seldom = 5 * 60_000): number {
  return connected ? seldom : often;
}

/** How each kind of change is read. A screen ignores the kinds that it has no read for. */
export type LiveReads = Readonly<Partial<Record<LiveKind, (ids: ReadonlySet<string>) => Promise<unknown>>>>;

/**
 * Reads what changes on these channels while the screen is open: each kind at most once a second, with all ids that
 * changed. `onConnected` is called each time that all channels are subscribed to: events before that were missed.
 */
export function useLive(
  channels: readonly (Channel | null)[],
  reads: LiveReads,
  onConnected?: () => void,
): { readonly connected: boolean } {
  const paths = channels.flatMap((channel) => (channel ? [channel.path] : [])).join(" ");
  const wanted = useMemo(() => paths.split(" ").filter((path) => path !== ""), [paths]);
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set());
  const connected = wanted.length > 0 && wanted.every((path) => heard.has(path));

  const read = useEffectEvent(async (kind: LiveKind, ids: ReadonlySet<string>) => reads[kind]?.(ids));
  const isRead = useEffectEvent((kind: LiveKind) => reads[kind] !== undefined);
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
    const readers = new Map<LiveKind, ChangeReader>();
    const onEvent = (received: unknown) => {
      const event = parseLiveEvent(received);
      if (!event || !isRead(event.kind)) return;
      let reader = readers.get(event.kind);
      if (!reader) {
        reader = new ChangeReader((ids) => read(event.kind, ids));
        readers.set(event.kind, reader);
      }
      reader.add(event.id);
    };
    const leave = wanted.map((path) => socket.listen(path, { onEvent, onHeard: (now) => hear(path, now) }));
    return () => {
      for (const each of leave) each();
      for (const reader of readers.values()) reader.stop();
      setHeard(new Set());
    };
  }, [wanted, hear]);

  const begin = useEffectEvent(() => onConnected?.());
  useEffect(() => {
    if (connected) begin();
  }, [connected]);

  return { connected };
}
