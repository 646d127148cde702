/** AppSync Events in place of a real one: a test tells events, and breaks the line. */
import { act } from "@testing-library/react";
import { vi } from "vitest";
import type { Channel, LiveEvent } from "../src/api/channels";

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly channel?: string;
  readonly authorization?: Readonly<Record<string, string>>;
}

export interface FakeLive {
  /** For the app's configuration. */
  readonly config: { readonly url: string; readonly host: string };
  /** Tells an event to who listens to the channel. */
  readonly tell: (channel: Channel, event: LiveEvent) => void;
  /** The paths that are listened to. */
  readonly heard: () => readonly string[];
  /** All lines break; with `refuse` no new one is taken. */
  readonly breakLines: (refuse?: boolean) => void;
  /** Says something that a server may say. */
  readonly say: (frame: object) => void;
  /** Addresses and tokens of the sockets that were opened. */
  readonly opened: { readonly url: string; readonly token: string }[];
  /** Refuses tokens until it is told otherwise. */
  refuseTokens: boolean;
}

/** Stands in for the browser's WebSocket until the test's end. */
export function startLive(): FakeLive {
  const sockets = new Set<FakeSocket>();
  let refusing = false;

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
        if (refusing) {
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
        this.say({ type: live.refuseTokens ? "connection_error" : "connection_ack", connectionTimeoutMs: 300_000 });
      } else if (frame.type === "subscribe" && frame.id && frame.channel) {
        this.channels.set(frame.id, frame.channel);
        this.say({ type: frame.authorization?.Authorization ? "subscribe_success" : "subscribe_error", id: frame.id });
      } else if (frame.type === "unsubscribe" && frame.id) {
        this.channels.delete(frame.id);
      }
    }

    say(frame: object): void {
      act(() => this.onmessage?.({ data: JSON.stringify(frame) }));
    }

    close(): void {
      sockets.delete(this);
      this.readyState = 3;
      act(() => this.onclose?.());
    }
  }

  const live: FakeLive = {
    config: { url: "/_live/event/realtime", host: "api.appsync-api.test" },
    opened: [],
    refuseTokens: false,
    tell(channel, event) {
      for (const socket of sockets) {
        for (const [id, path] of socket.channels) {
          if (path === channel.path) socket.say({ type: "data", id, event: JSON.stringify(event) });
        }
      }
    },
    heard: () => [...sockets].flatMap((socket) => [...socket.channels.values()]),
    breakLines(refuse = false) {
      refusing = refuse;
      for (const socket of [...sockets]) socket.close();
    },
    say(frame) {
      for (const socket of sockets) socket.say(frame);
    },
  };
  vi.stubGlobal("WebSocket", FakeSocket);
  return live;
}
