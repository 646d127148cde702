/** The way of a call to the server: the session's ID token on it, a failure told as an ApiError, its outcome reported. */
import { ApiError } from "./errors";

/** How this session reaches the server. */
export interface Connection {
  readonly graphqlUrl: string;
  readonly restUrl: string;
  /** The ID token, refreshed first when it has expired, or at any rate with `fresh`. */
  readonly idToken: (fresh?: boolean) => Promise<string>;
}

/** A call that ended; `area` is the business area that answered. */
export interface CallOutcome {
  readonly area: string;
  readonly error: ApiError | null;
}

const TIMEOUT = 30_000;

let connection: Connection | undefined;
const listeners = new Set<(outcome: CallOutcome) => void>();

export function connect(next: Connection): void {
  connection = next;
}

/** The session's ID token, for what is no call: see api/live. */
export async function sessionToken(fresh: boolean): Promise<string> {
  if (!connection) throw new ApiError("unauthenticated");
  return connection.idToken(fresh);
}

/** Calls `listener` with each call's outcome until the answer is called. */
export function onCall(listener: (outcome: CallOutcome) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Request {
  readonly area: string;
  readonly url: (connection: Connection) => string;
  readonly method: string;
  readonly body: unknown;
  readonly signal?: AbortSignal | undefined;
  /** It goes on when the page is left. */
  readonly keepalive?: boolean | undefined;
}

/** Sends, and has `read` turn the answer into a value or an ApiError. */
export async function call<Answer>(request: Request, read: (response: Response) => Promise<Answer>): Promise<Answer> {
  const report = (error: ApiError | null) => {
    for (const listener of listeners) listener({ area: request.area, error });
  };
  try {
    const answer = await read(await send(request));
    report(null);
    return answer;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    const told = error instanceof ApiError ? error : new ApiError("network");
    report(told);
    throw told;
  }
}

async function send(request: Request): Promise<Response> {
  if (!connection) throw new ApiError("unauthenticated");
  const target = connection;
  const timeout = AbortSignal.timeout(TIMEOUT);
  const attempt = async (token: string) =>
    fetch(request.url(target), {
      method: request.method,
      headers: {
        authorization: token,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      ...(request.keepalive ? { keepalive: true } : {}),
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
  const response = await attempt(await target.idToken());
  // The clock here may be wrong about a token's age: ask for a fresh one once.
  return response.status === 401 ? attempt(await target.idToken(true)) : response;
}

/** The body as JSON, or null where it is none (a gateway's own error page). */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
