/** Calls of the GraphQL interface. Documents are generated from each area's operations.graphql. */
import { ApiError, type ErrorKind, type FieldError } from "./errors";
import { call, jsonOf } from "./transport";

/** An operation's text with the types of what goes in and comes out. */
export interface Document<Data, Variables> {
  readonly name: string;
  readonly area: string;
  readonly text: string;
  /** Carries the types only. */
  readonly types?: (variables: Variables) => Data;
}

interface GraphqlError {
  readonly message?: string;
  readonly errorType?: string;
  readonly errorInfo?: {
    readonly errors?: readonly FieldError[];
    readonly current?: unknown;
    readonly reason?: string;
  } | null;
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphqlError[] | null;
}

const KINDS: Readonly<Record<string, ErrorKind>> = {
  Invalid: "invalid",
  Forbidden: "forbidden",
  NotFound: "notFound",
  Conflict: "conflict",
  Unavailable: "unavailable",
  Unauthorized: "unauthenticated",
  UnauthorizedException: "unauthenticated",
};

interface Options {
  readonly signal?: AbortSignal | undefined;
  /** It goes on when the page is left. */
  readonly keepalive?: boolean | undefined;
}

export function graphql<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  options: Options = {},
): Promise<Data> {
  return call(
    {
      area: document.area,
      url: (connection) => connection.graphqlUrl,
      method: "POST",
      body: { operationName: document.name, query: document.text, variables },
      signal: options.signal,
      keepalive: options.keepalive,
    },
    async (response) => {
      const answer = (await jsonOf(response)) as Answer<Data> | null;
      const error = answer?.errors?.[0];
      if (error) throw translate(error, response.status);
      if (!response.ok) throw new ApiError(response.status === 401 ? "unauthenticated" : "unavailable");
      if (!answer?.data) throw new ApiError("internal");
      return answer.data;
    },
  );
}

function translate(error: GraphqlError, status: number): ApiError {
  const kind = status === 401 ? "unauthenticated" : (KINDS[error.errorType ?? ""] ?? "internal");
  // Only Larder's functions send further information. Without it the message is AWS's own, and not for people.
  if (!error.errorInfo) return new ApiError(kind, "", { cause: error.message });
  const { errors, current, reason } = error.errorInfo;
  return new ApiError(kind, error.message, { ...(errors ? { fields: errors } : {}), current, reason });
}
