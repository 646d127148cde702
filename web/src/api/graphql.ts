/** Calls of the GraphQL API. Documents are generated from each area's operations.graphql. */
import { ApiError, type ErrorKind, type FieldError } from "./errors";
import { call, readJson } from "./transport";

/** An operation's text with the types of its variables and its data. */
export interface Document<Data, Variables> {
  readonly name: string;
  readonly area: string;
  readonly text: string;
  /** Exists only in the type system. */
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

interface GraphqlResponse<Data> {
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
  /** Whether the request continues after the user leaves the page. */
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
      const body = (await readJson(response)) as GraphqlResponse<Data> | null;
      const error = body?.errors?.[0];
      if (error) throw toApiError(error, response.status);
      if (!response.ok) throw new ApiError(response.status === 401 ? "unauthenticated" : "unavailable");
      if (!body?.data) throw new ApiError("internal");
      return body.data;
    },
  );
}

function toApiError(error: GraphqlError, status: number): ApiError {
  const kind = status === 401 ? "unauthenticated" : (KINDS[error.errorType ?? ""] ?? "internal");
  // Only Larder's functions send `errorInfo`. Without it, the message is a technical one of AWS.
  if (!error.errorInfo) return new ApiError(kind, "", { cause: error.message });
  const { errors, current, reason } = error.errorInfo;
  return new ApiError(kind, error.message, { ...(errors ? { fields: errors } : {}), current, reason });
}
