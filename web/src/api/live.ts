/** Live events for screens. Changed items are read at once; slow polling covers missed events. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { ChangeReader } from "./changeReader";
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

/** Closes every live connection of this page, when the session loses access. */
export function closeLiveConnections(): void {
  for (const socket of sockets.values()) socket.shutDown();
  sockets.clear();
}

/** The poll interval of a screen in milliseconds: a short one without live events, a long one with them. */
export function livePollInterval(connected: boolean, disconnectedMs: number, connectedMs = 5 * 60_000): number {
  return connected ? connectedMs : disconnectedMs;
}

/** The read function for each kind of event. Events of other kinds are ignored. */
export type LiveReads = Readonly<Partial<Record<LiveKind, (ids: ReadonlySet<string>) => Promise<unknown>>>>;

/**
 * Subscribes to channels while the screen is open. Each kind is read at most once a second, with the ids of all changed
 * items. `onConnected` is called each time all channels become subscribed; events before that are lost.
 */
export function useLive(
  channels: readonly (Channel | null)[],
  reads: LiveReads,
  onConnected?: () => void,
): { readonly connected: boolean } {
  const paths = channels.flatMap((channel) => (channel ? [channel.path] : [])).join(" ");
  const pathList = useMemo(() => paths.split(" ").filter((path) => path !== ""), [paths]);
  const [subscribed, setSubscribed] = useState<ReadonlySet<string>>(new Set());
  const connected = pathList.length > 0 && pathList.every((path) => subscribed.has(path));

  const read = useEffectEvent(async (kind: LiveKind, ids: ReadonlySet<string>) => reads[kind]?.(ids));
  const isRead = useEffectEvent((kind: LiveKind) => reads[kind] !== undefined);
  const updateSubscribed = useCallback((path: string, isSubscribed: boolean) => {
    setSubscribed((current) => {
      const next = new Set(current);
      if (isSubscribed) next.add(path);
      else next.delete(path);
      return next;
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
    const unsubscribers = pathList.map((path) =>
      socket.subscribe(path, {
        onEvent,
        onSubscriptionChange: (isSubscribed) => updateSubscribed(path, isSubscribed),
      }),
    );
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      for (const reader of readers.values()) reader.stop();
      setSubscribed(new Set());
    };
  }, [pathList, updateSubscribed]);

  const notifyConnected = useEffectEvent(() => onConnected?.());
  useEffect(() => {
    if (connected) notifyConnected();
  }, [connected]);

  return { connected };
}
