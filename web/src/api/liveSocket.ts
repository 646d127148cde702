/**
 * The socket of live events: AppSync Events' protocol, one socket for all channels of a tab.
 *
 * It opens with the first listener, closes some seconds after the last, and opens again by itself, later and later,
 * when it breaks. What is told while it is closed is lost: a listener hears when its channel begins to be heard, and
 * asks then for what it missed.
 */
interface Options {
  /** Where the socket is. */
  readonly url: string;
  /** The host that names the API, to which a token is addressed. */
  readonly host: string;
  /** The session's ID token; a new one with `fresh`. */
  readonly idToken: (fresh: boolean) => Promise<string>;
}

export interface Listener {
  readonly onEvent: (event: unknown) => void;
  /** The channel begins, or ceases, to be heard. */
  readonly onHeard: (heard: boolean) => void;
}

interface Subscription {
  readonly id: string;
  readonly listeners: Set<Listener>;
  heard: boolean;
}

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly event?: string | readonly string[];
  readonly connectionTimeoutMs?: number;
}

const PROTOCOL = "aws-appsync-event-ws";
/** A person who goes from screen to screen keeps the socket. */
const LINGER = 5_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** Without a word for so long, the line is dead; AppSync says its own time and sends a sign of life each minute. */
const SILENCE = 300_000;

export class LiveSocket {
  private readonly subscriptions = new Map<string, Subscription>();
  private socket: WebSocket | null = null;
  private acknowledged = false;
  private refused = false;
  private failures = 0;
  private count = 0;
  private silence = SILENCE;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private lingerTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: Options) {
    window.addEventListener("online", () => this.retryNow());
  }

  /** Listens to a channel until the answer is called. */
  listen(path: string, listener: Listener): () => void {
    clearTimeout(this.lingerTimer);
    let subscription = this.subscriptions.get(path);
    if (subscription) {
      subscription.listeners.add(listener);
      if (subscription.heard) listener.onHeard(true);
    } else {
      subscription = { id: `s${++this.count}`, listeners: new Set([listener]), heard: false };
      this.subscriptions.set(path, subscription);
      if (this.acknowledged) void this.subscribe(path, subscription);
      else this.open();
    }
    return () => this.leave(path, listener);
  }

  private leave(path: string, listener: Listener): void {
    const subscription = this.subscriptions.get(path);
    if (!subscription?.listeners.delete(listener) || subscription.listeners.size > 0) return;
    this.subscriptions.delete(path);
    if (this.acknowledged) this.send({ type: "unsubscribe", id: subscription.id });
    if (this.subscriptions.size === 0) this.lingerTimer = setTimeout(() => this.close(), LINGER);
  }

  /** Closes the socket for good. Listeners are not called any more. */
  shutDown(): void {
    clearTimeout(this.lingerTimer);
    this.subscriptions.clear();
    this.close();
  }

  private open(): void {
    if (this.socket || this.retryTimer !== undefined) return;
    // Held from the start, so that a second listener opens no second socket while the token is fetched.
    this.retryTimer = setTimeout(() => void this.connect(), 0);
  }

  private async connect(): Promise<void> {
    const authorization = await this.authorization(this.refused).catch(() => null);
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
    socket.onclose = () => this.lost(socket);
    this.listenForLife();
  }

  private receive(frame: Frame): void {
    this.listenForLife();
    switch (frame.type) {
      case "connection_ack":
        this.acknowledged = true;
        this.refused = false;
        this.failures = 0;
        this.silence = frame.connectionTimeoutMs ?? SILENCE;
        for (const [path, subscription] of this.subscriptions) void this.subscribe(path, subscription);
        break;
      case "connection_error":
        // The token may have ended by a clock that is not ours.
        this.refused = true;
        this.socket?.close();
        break;
      case "subscribe_success":
        this.hear(frame.id, true);
        break;
      case "subscribe_error":
        console.warn("A channel of live events is not open to this session", frame);
        break;
      case "data":
        this.tell(frame);
        break;
    }
  }

  private async subscribe(path: string, subscription: Subscription): Promise<void> {
    const socket = this.socket;
    const authorization = await this.authorization(false).catch(() => null);
    const wanted = this.subscriptions.get(path) === subscription && this.socket === socket;
    if (authorization && wanted) this.send({ type: "subscribe", id: subscription.id, channel: path, authorization });
  }

  private tell({ id, event }: Frame): void {
    const subscription = [...this.subscriptions.values()].find((each) => each.id === id);
    if (!subscription || event === undefined) return;
    for (const text of typeof event === "string" ? [event] : event) {
      const told = JSON.parse(text) as unknown;
      for (const listener of [...subscription.listeners]) listener.onEvent(told);
    }
  }

  private hear(id: string | undefined, heard: boolean): void {
    for (const subscription of this.subscriptions.values()) {
      if (subscription.heard === heard || (id !== undefined && subscription.id !== id)) continue;
      subscription.heard = heard;
      for (const listener of [...subscription.listeners]) listener.onHeard(heard);
    }
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.forget();
    this.hear(undefined, false);
    if (this.subscriptions.size > 0) this.retryLater();
  }

  private retryLater(): void {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
    // Jittered, so that the tabs of a whole company do not come back in the same second.
    this.retryTimer = setTimeout(() => void this.connect(), wait * (0.5 + Math.random() / 2));
  }

  private retryNow(): void {
    if (this.socket || this.subscriptions.size === 0) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.open();
  }

  private listenForLife(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => {
      // A dead line may take minutes to close: it is given up at once.
      const socket = this.socket;
      if (!socket) return;
      socket.close();
      this.lost(socket);
    }, this.silence);
  }

  private close(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    const socket = this.socket;
    this.forget();
    socket?.close();
  }

  private forget(): void {
    clearTimeout(this.silenceTimer);
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
