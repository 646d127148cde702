/** Calls of the REST interface. */
import { ApiError, type ErrorKind, type FieldError } from "./errors";
import { call, jsonOf } from "./transport";

interface Refusal {
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly current?: unknown;
  readonly reason?: string;
}

const KINDS: Readonly<Record<number, ErrorKind>> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  429: "unavailable",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

interface Options {
  readonly signal?: AbortSignal | undefined;
}

/**
 * @param path below the stage, its parts already encoded: `/locations/${encodeURIComponent(id)}`
 */
export function rest<Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: `/${string}`,
  body?: unknown,
  options: Options = {},
): Promise<Answer> {
  return call(
    {
      area: path.split(/[/?]/)[1] ?? "",
      url: (connection) => connection.restUrl + path,
      method,
      body,
      signal: options.signal,
    },
    async (response) => {
      const answer = await jsonOf(response);
      if (!response.ok) {
        const kind = KINDS[response.status] ?? "internal";
        const { message, errors, current, reason } = (answer ?? {}) as Refusal;
        // Only Larder's functions send `errors`. Without them the message is API Gateway's own, and not for people.
        if (!errors) throw new ApiError(kind, "", { cause: message });
        throw new ApiError(kind, message, { fields: errors, current, reason });
      }
      return answer as Answer;
    },
  );
}
