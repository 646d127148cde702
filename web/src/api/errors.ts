/** Every failed call ends as one of these, whichever way it went. */

export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "unavailable"
  | "internal"
  /** There was no answer at all. */
  | "network";

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Details {
  readonly fields?: readonly FieldError[];
  readonly reason?: string | undefined;
  readonly current?: unknown;
  /** A message that is not for people, such as AWS's own. */
  readonly cause?: string | undefined;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** What is wrong with which field, of an invalid input. */
  readonly fields: readonly FieldError[];
  /** What the server has now, of a conflict. */
  readonly current: unknown;
  /** The server's code for this cause, where errors of one kind have several. */
  readonly reason: string | undefined;

  /** @param message what Larder's server says to the person, or nothing where it says nothing */
  constructor(
    readonly kind: ErrorKind,
    message = "",
    details: Details = {},
  ) {
    super(message, { cause: details.cause });
    this.fields = details.fields ?? [];
    this.current = details.current;
    this.reason = details.reason;
  }
}

/** The message to show: the server's, else that of the first field, else the words the screen has for its failure. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.message || error.fields[0]?.message || fallback;
}

export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "forbidden";
}

/** Whether the server rejected the call because the signed-in person's account is disabled. */
export function isAccountDisabled(error: unknown): boolean {
  return isForbidden(error) && error instanceof ApiError && error.reason === "ACCOUNT_DISABLED";
}

/** Whether the same call could succeed a moment later. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "network" || error.kind === "unavailable");
}
