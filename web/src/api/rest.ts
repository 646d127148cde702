/** Calls of the REST API. */
import { ApiError, type ErrorKind, type FieldError } from "./errors";
import { call, readJson } from "./transport";

interface ErrorBody {
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

/** @param path the path below the stage, with encoded segments: `/locations/${encodeURIComponent(id)}` */
export function rest<Body>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: `/${string}`,
  body?: unknown,
  options: Options = {},
): Promise<Body> {
  return call(
    {
      area: path.split(/[/?]/)[1] ?? "",
      url: (connection) => connection.restUrl + path,
      method,
      body,
      signal: options.signal,
    },
    async (response) => {
      const json = await readJson(response);
      if (!response.ok) {
        const kind = KINDS[response.status] ?? "internal";
        const { message, errors, current, reason } = (json ?? {}) as ErrorBody;
        // Only Larder's functions send `errors`. Without it, the message is a technical one of API Gateway.
        if (!errors) throw new ApiError(kind, "", { cause: message });
        throw new ApiError(kind, message, { fields: errors, current, reason });
      }
      return json as Body;
    },
  );
}
