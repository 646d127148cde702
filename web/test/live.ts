/** A fake of AppSync Events: a test publishes events and disconnects sockets. */
import { act } from "@testing-library/react";
import { vi } from "vitest";
import type { Channel, LiveEvent } from "../src/api/channels";

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly channel?: string;
  readonly authorization?: Readonly<Record<string, string>>;
}

export interface FakeLiveServer {
  /** The `live` part of the app's configuration. */
  readonly config: { readonly url: string; readonly host: string };
  /** Publishes an event to the subscribers of the channel. */
  readonly publish: (channel: Channel, event: LiveEvent) => void;
  /** The paths of all current subscriptions. */
  readonly subscribedPaths: () => readonly string[];
  /** Closes all sockets. With `rejectNew`, new sockets are closed as well. */
  readonly disconnect: (rejectNew?: boolean) => void;
  /** Sends a frame to all sockets. */
  readonly sendFrame: (frame: object) => void;
  /** The URLs and tokens of all sockets that were opened. */
  readonly opened: { readonly url: string; readonly token: string }[];
  /** Whether new connections are rejected because of their token. */
  rejectTokens: boolean;
}

/** Replaces the browser's WebSocket until the end of the test. */
export function startFakeLiveServer(): FakeLiveServer {
  const sockets = new Set<FakeSocket>();
  let rejectsNewSockets = false;

  class FakeSocket {
    static readonly OPEN = 1;
    readyState = 0;
    onopen: (() => void) | null = null;
    onclose: (() => void) | null = null;
    onmessage: ((message: { data: string }) => void) | null = null;
    readonly channels = new Map<string, string>();

    constructor(url: string, protocols: string[]) {
      const header = protocols[0]?.replace("header-", "").replaceAll("-", "+").replaceAll("_", "/") ?? "";
      live.opened.push({ url, token: (JSON.parse(atob(header)) as Record<string, string>).Authorization ?? "" });
      setTimeout(() => {
        if (rejectsNewSockets) {
          this.close();
          return;
        }
        sockets.add(this);
        this.readyState = FakeSocket.OPEN;
        this.onopen?.();
      });
    }

    send(text: string): void {
      const frame = JSON.parse(text) as Frame;
      if (frame.type === "connection_init") {
        this.receive({ type: live.rejectTokens ? "connection_error" : "connection_ack", connectionTimeoutMs: 300_000 });
      } else if (frame.type === "subscribe" && frame.id && frame.channel) {
        this.channels.set(frame.id, frame.channel);
        this.receive({
          type: frame.authorization?.Authorization ? "subscribe_success" : "subscribe_error",
          id: frame.id,
        });
      } else if (frame.type === "unsubscribe" && frame.id) {
        this.channels.delete(frame.id);
      }
    }

    receive(frame: object): void {
      act(() => this.onmessage?.({ data: JSON.stringify(frame) }));
    }

    close(): void {
      sockets.delete(this);
      this.readyState = 3;
      act(() => this.onclose?.());
    }
  }

  const live: FakeLiveServer = {
    config: { url: "/_live/event/realtime", host: "api.appsync-api.test" },
    opened: [],
    rejectTokens: false,
    publish(channel, event) {
      for (const socket of sockets) {
        for (const [id, path] of socket.channels) {
          if (path === channel.path) socket.receive({ type: "data", id, event: JSON.stringify(event) });
        }
      }
    },
    subscribedPaths: () => [...sockets].flatMap((socket) => [...socket.channels.values()]),
    disconnect(rejectNew = false) {
      rejectsNewSockets = rejectNew;
      for (const socket of [...sockets]) socket.close();
    },
    sendFrame(frame) {
      for (const socket of sockets) socket.receive(frame);
    },
  };
  vi.stubGlobal("WebSocket", FakeSocket);
  return live;
}
