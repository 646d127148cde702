/**
 * A WebSocket for live events with the protocol of AppSync Events: one socket for all channels of a tab.
 *
 * It opens with the first subscription and closes some seconds after the last one ends. After a disconnect it
 * reconnects with exponential backoff. Events that are published while it is closed are lost. `onSubscriptionChange`
 * reports when a channel is subscribed again, so that the listener can read the data that changed in between.
 */
interface Options {
  /** The URL of the WebSocket. */
  readonly url: string;
  /** The host name of the API, which each authorization includes. */
  readonly host: string;
  /** Returns the session's ID token; a refreshed one if `fresh` is true. */
  readonly idToken: (fresh: boolean) => Promise<string>;
}

export interface Listener {
  readonly onEvent: (event: unknown) => void;
  /** Called when the channel becomes subscribed, and when the subscription is lost. */
  readonly onSubscriptionChange: (subscribed: boolean) => void;
}

interface Subscription {
  readonly id: string;
  readonly listeners: Set<Listener>;
  subscribed: boolean;
}

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly event?: string | readonly string[];
  readonly connectionTimeoutMs?: number;
}

const PROTOCOL = "aws-appsync-event-ws";
/** The delay in milliseconds before an unused socket closes, so that it stays open between screens. */
const CLOSE_DELAY = 5_000;
const INITIAL_BACKOFF = 1_000;
const MAX_BACKOFF = 30_000;
/**
 * A connection without a frame for this long, in milliseconds, is dead. AppSync sends a keep-alive frame each minute,
 * and may set another timeout when the connection opens.
 */
const DEFAULT_TIMEOUT = 300_000;

export class LiveSocket {
  private readonly subscriptions = new Map<string, Subscription>();
  private socket: WebSocket | null = null;
  private acknowledged = false;
  private tokenRejected = false;
  private failures = 0;
  private subscriptionCount = 0;
  private timeout = DEFAULT_TIMEOUT;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private timeoutTimer: ReturnType<typeof setTimeout> | undefined;
  private closeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: Options) {
    window.addEventListener("online", () => this.retryNow());
  }

  /** Subscribes to a channel. Returns a function that unsubscribes. */
  subscribe(path: string, listener: Listener): () => void {
    clearTimeout(this.closeTimer);
    let subscription = this.subscriptions.get(path);
    if (subscription) {
      subscription.listeners.add(listener);
      if (subscription.subscribed) listener.onSubscriptionChange(true);
    } else {
      subscription = { id: `s${++this.subscriptionCount}`, listeners: new Set([listener]), subscribed: false };
      this.subscriptions.set(path, subscription);
      if (this.acknowledged) void this.sendSubscribe(path, subscription);
      else this.open();
    }
    return () => this.unsubscribe(path, listener);
  }

  private unsubscribe(path: string, listener: Listener): void {
    const subscription = this.subscriptions.get(path);
    if (!subscription?.listeners.delete(listener) || subscription.listeners.size > 0) return;
    this.subscriptions.delete(path);
    if (this.acknowledged) this.send({ type: "unsubscribe", id: subscription.id });
    if (this.subscriptions.size === 0) this.closeTimer = setTimeout(() => this.close(), CLOSE_DELAY);
  }

  /** Closes the socket permanently. Listeners are no longer called. */
  shutDown(): void {
    clearTimeout(this.closeTimer);
    this.subscriptions.clear();
    this.close();
  }

  private open(): void {
    if (this.socket || this.retryTimer !== undefined) return;
    // The timer is set before the token is fetched, so that a second subscription does not open a second socket.
    this.retryTimer = setTimeout(() => void this.connect(), 0);
  }

  private async connect(): Promise<void> {
    const authorization = await this.authorization(this.tokenRejected).catch(() => null);
    this.retryTimer = undefined;
    if (this.socket || this.subscriptions.size === 0) return;
    if (!authorization) {
      this.retryLater();
      return;
    }
    const header = btoa(JSON.stringify(authorization)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    const socket = new WebSocket(this.options.url, [`header-${header}`, PROTOCOL]);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "connection_init" });
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.receive(JSON.parse(String(data)) as Frame);
    };
    socket.onclose = () => this.onDisconnect(socket);
    this.resetTimeout();
  }

  private receive(frame: Frame): void {
    this.resetTimeout();
    switch (frame.type) {
      case "connection_ack":
        this.acknowledged = true;
        this.tokenRejected = false;
        this.failures = 0;
        this.timeout = frame.connectionTimeoutMs ?? DEFAULT_TIMEOUT;
        for (const [path, subscription] of this.subscriptions) void this.sendSubscribe(path, subscription);
        break;
      case "connection_error":
        // The token may have expired by the server's clock: reconnect with a fresh one.
        this.tokenRejected = true;
        this.socket?.close();
        break;
      case "subscribe_success":
        this.setSubscribed(frame.id, true);
        break;
      case "subscribe_error":
        console.warn("Subscribing to a live channel failed", frame);
        break;
      case "data":
        this.dispatch(frame);
        break;
    }
  }

  private async sendSubscribe(path: string, subscription: Subscription): Promise<void> {
    const socket = this.socket;
    const authorization = await this.authorization(false).catch(() => null);
    const isCurrent = this.subscriptions.get(path) === subscription && this.socket === socket;
    if (authorization && isCurrent) this.send({ type: "subscribe", id: subscription.id, channel: path, authorization });
  }

  private dispatch({ id, event }: Frame): void {
    const subscription = [...this.subscriptions.values()].find((each) => each.id === id);
    if (!subscription || event === undefined) return;
    for (const text of typeof event === "string" ? [event] : event) {
      const parsed = JSON.parse(text) as unknown;
      for (const listener of [...subscription.listeners]) listener.onEvent(parsed);
    }
  }

  /** @param id the subscription's id; undefined for all subscriptions */
  private setSubscribed(id: string | undefined, subscribed: boolean): void {
    for (const subscription of this.subscriptions.values()) {
      if (subscription.subscribed === subscribed || (id !== undefined && subscription.id !== id)) continue;
      subscription.subscribed = subscribed;
      for (const listener of [...subscription.listeners]) listener.onSubscriptionChange(subscribed);
    }
  }

  private onDisconnect(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.reset();
    this.setSubscribed(undefined, false);
    if (this.subscriptions.size > 0) this.retryLater();
  }

  private retryLater(): void {
    const backoff = Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** this.failures++);
    // Random jitter keeps all open tabs from reconnecting in the same second.
    this.retryTimer = setTimeout(() => void this.connect(), backoff * (0.5 + Math.random() / 2));
  }

  private retryNow(): void {
    if (this.socket || this.subscriptions.size === 0) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.open();
  }

  private resetTimeout(): void {
    clearTimeout(this.timeoutTimer);
    this.timeoutTimer = setTimeout(() => {
      // Closing a dead connection may take minutes, so it is treated as disconnected at once.
      const socket = this.socket;
      if (!socket) return;
      socket.close();
      this.onDisconnect(socket);
    }, this.timeout);
  }

  private close(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    const socket = this.socket;
    this.reset();
    socket?.close();
  }

  private reset(): void {
    clearTimeout(this.timeoutTimer);
    this.socket = null;
    this.acknowledged = false;
  }

  private async authorization(fresh: boolean): Promise<Record<string, string>> {
    return { host: this.options.host, Authorization: await this.options.idToken(fresh) };
  }

  private send(frame: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
