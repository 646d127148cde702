/** Sends calls to the server with the session's ID token. Failures become an ApiError; listeners get each outcome. */
import { ApiError } from "./errors";

/** The server's URLs and the session's tokens. */
export interface Connection {
  readonly graphqlUrl: string;
  readonly restUrl: string;
  /** Returns the ID token. It is refreshed if it has expired, or if `fresh` is true. */
  readonly idToken: (fresh?: boolean) => Promise<string>;
}

/** The outcome of a call to the business area `area`. */
export interface CallOutcome {
  readonly area: string;
  readonly error: ApiError | null;
}

const TIMEOUT_MS = 30_000;
/** AppSync and API Gateway send it. Header names ignore case. */
const REQUEST_ID_HEADER = "x-amzn-requestid";

let connection: Connection | undefined;
const listeners = new Set<(outcome: CallOutcome) => void>();

export function connect(next: Connection): void {
  connection = next;
}

/** Returns the session's ID token for live connections: see api/live. */
export async function sessionToken(fresh: boolean): Promise<string> {
  if (!connection) throw new ApiError("unauthenticated");
  return connection.idToken(fresh);
}

/** Calls `listener` with the outcome of each call. Returns a function that unsubscribes. */
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
  /** Whether the request continues after the user leaves the page. */
  readonly keepalive?: boolean | undefined;
}

/** Sends a request. `read` turns the response into a value or throws an ApiError. */
export async function call<Value>(request: Request, read: (response: Response) => Promise<Value>): Promise<Value> {
  const report = (error: ApiError | null) => {
    for (const listener of listeners) listener({ area: request.area, error });
  };
  let response: Response | undefined;
  try {
    response = await send(request);
    const value = await read(response);
    report(null);
    return value;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    const apiError = error instanceof ApiError ? error : new ApiError("network");
    apiError.requestId = response?.headers.get(REQUEST_ID_HEADER) ?? undefined;
    report(apiError);
    throw apiError;
  }
}

async function send(request: Request): Promise<Response> {
  if (!connection) throw new ApiError("unauthenticated");
  const target = connection;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
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
  // If this computer's clock is wrong, an expired token looks valid: retry once with a fresh one.
  return response.status === 401 ? attempt(await target.idToken(true)) : response;
}

/** Parses the body as JSON. Returns null if it is not JSON, such as the error page of a gateway. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
