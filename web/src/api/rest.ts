/** Calls of the REST API. The types of requests and responses are generated from docs/openapi.json. */
import * as v from "valibot";
import { ApiError, type ErrorKind } from "./errors";
import type { Routes } from "./rest.generated";
import { call, readJson } from "./transport";

/** The body of an error response. Only Larder's functions send `errors`, and each error has a field. */
const ErrorBody = v.object({
  message: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
  current: v.optional(v.unknown()),
  reason: v.optional(v.string()),
});

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

/** A route of the API: `PATCH /locations/{id}`. */
export type Route = keyof Routes;

type Json<Message> = Message extends { readonly content: { readonly "application/json": infer Content } }
  ? Content
  : never;

/** The body of a request to a route. */
export type RequestBody<R extends Route> = Json<Routes[R]["requestBody"]>;

/** The body of a successful response of a route. */
export type ResponseBody<R extends Route> = Json<
  Routes[R]["responses"][Extract<keyof Routes[R]["responses"], 200 | 201>]
>;

/** The path parameters, query parameters and body of a request to a route, as far as the route has them. */
export type RestRequest<R extends Route> = Pick<Routes[R]["parameters"], "path" | "query"> &
  ([RequestBody<R>] extends [never] ? { readonly body?: never } : { readonly body: RequestBody<R> });

/** The query parameters that select a page of a list. */
export interface PageQuery {
  /** Absent for the first page. */
  readonly nextToken?: string;
}

const FIRST_PAGE: PageQuery = {};

/** The options of an infinite query that reads a list page by page. */
export const pagesOfRest = {
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ nextToken }: PageQuery): PageQuery | null => (nextToken === undefined ? null : { nextToken }),
};

interface Options {
  readonly signal?: AbortSignal | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The path below the stage, with encoded parameters. Query parameters without a value are omitted. */
function target(template: string, parameters: Values, query: Values): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

/** Sends a request to a route and returns the body of the successful response. */
export function rest<R extends Route>(
  route: R,
  request: RestRequest<R>,
  options: Options = {},
): Promise<ResponseBody<R>> {
  const [method = "", template = ""] = route.split(" ");
  const { path = {}, query = {}, body }: { path?: Values; query?: Values; body?: unknown } = request;
  return call(
    {
      area: template.split("/")[1] ?? "",
      url: (connection) => connection.restUrl + target(template, path, query),
      method,
      body,
      signal: options.signal,
    },
    async (response) => {
      const json = await readJson(response);
      if (!response.ok) throw toApiError(response.status, json);
      // The generator derives the type from the type that the function serializes.
      return json as ResponseBody<R>;
    },
  );
}

function toApiError(status: number, json: unknown): ApiError {
  const kind = KINDS[status] ?? "internal";
  const parsed = v.safeParse(ErrorBody, json);
  const problem: v.InferOutput<typeof ErrorBody> = parsed.success ? parsed.output : {};
  const { message, errors, current, reason } = problem;
  // Without `errors`, the message is a technical one of API Gateway.
  if (!errors) return new ApiError(kind, "", { cause: message });
  return new ApiError(kind, message, { fields: errors, current, reason });
}
