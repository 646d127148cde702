export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "unavailable"
  | "internal"
  /** There was no response. */
  | "network";

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Details {
  readonly fields?: readonly FieldError[];
  readonly reason?: string | undefined;
  readonly current?: unknown;
  /** A technical message that users do not see, such as one of AWS. */
  readonly cause?: string | undefined;
}

/** The error of every failed GraphQL, REST or upload call. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The errors of an invalid input, by field. */
  readonly fields: readonly FieldError[];
  /** The server's current value, for a conflict. */
  readonly current: unknown;
  /** The server's code for the reason, if errors of this kind can have different ones. */
  readonly reason: string | undefined;
  /** Identifies the request in the server's logs. The transport sets it if the response has one. */
  requestId: string | undefined;

  /** @param message the server's message to the user; empty if it sent none */
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

/** The message to show: the server's, else that of the first invalid field, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.message || error.fields[0]?.message || fallback;
}

/** The kind of the error; undefined if it is not an ApiError. */
export function kindOf(error: unknown): ErrorKind | undefined {
  return error instanceof ApiError ? error.kind : undefined;
}

/** Whether the server rejected the call because the signed-in user's account is disabled. */
export function isAccountDisabled(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "forbidden" && error.reason === "ACCOUNT_DISABLED";
}

/** Whether a retry of the call could succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "network" || error.kind === "unavailable");
}
