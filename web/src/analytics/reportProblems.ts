/** Sends problems to the server in batches. A session reports each problem once, and a limited number of them. */
import type { BrowserProblemInput } from "../api/schema";
import { graphql } from "../api/graphql";
import { reportBrowserProblemsDocument } from "./operations.generated";

/** A problem that the browser noticed. */
export interface Problem {
  readonly kind: BrowserProblemInput["kind"];
  /** The path pattern of the screen. */
  readonly screen: string;
  readonly message: string;
  readonly error?: unknown;
  readonly milliseconds?: number;
}

/** The delay before a batch is sent. */
export const BATCH_DELAY_MS = 5000;
/** The maximum number of problems that a session reports. */
export const MAX_PROBLEMS = 10;
const MAX_MESSAGE = 300;
const MAX_STACK = 4000;

/** Returns a function that reports a problem unless it was reported before or too many were. */
export function createReporter(): (problem: Problem) => void {
  const reported = new Set<string>();
  let pending: BrowserProblemInput[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    const problems = pending;
    pending = [];
    timer = undefined;
    // A report that cannot be sent is dropped. It must not cause further problems.
    graphql(reportBrowserProblemsDocument, { problems }, { keepalive: true }).catch(() => undefined);
  }

  return ({ kind, screen, message, error, milliseconds }) => {
    const key = `${kind} ${screen} ${message}`;
    if (reported.has(key) || reported.size >= MAX_PROBLEMS) return;
    reported.add(key);
    pending.push({
      kind,
      screen,
      release: __VERSION__,
      requestId: requestIdOf(error) ?? null,
      message: message.slice(0, MAX_MESSAGE) || "unknown",
      stack: error instanceof Error ? (error.stack?.slice(0, MAX_STACK) ?? null) : null,
      milliseconds: milliseconds ?? null,
    });
    timer ??= setTimeout(send, BATCH_DELAY_MS);
  };
}

/** The id of the request that caused an error, for errors of the API. */
function requestIdOf(error: unknown): string | undefined {
  const isOfRequest = typeof error === "object" && error !== null && "requestId" in error;
  return isOfRequest && typeof error.requestId === "string" ? error.requestId : undefined;
}
