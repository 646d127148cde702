/**
 * A fake of the API, derived from infra/schema.graphql, docs/openapi.json and the permission map. Like the real server,
 * it checks the caller's permission for each operation and rejects requests that do not fit the schema. It also rejects
 * handler results that do not fit. It runs in tests (`server.ts`) and in the browser (`mock/`).
 */
import * as v from "valibot";
import uploads from "../../functions/uploads/cases/uploads.json";
import type { Action } from "../src/api/actions";
import { executeRequest, type RootField } from "./graphqlContract";
import { apiContract, type RestContract } from "./openapi";
import { findRoute, isPermitted, type Route } from "./permissions";
import { ContractViolation, FunctionTimeout, ServerError } from "./serverErrors";

/**
 * Handles an operation and returns the response. Its input is:
 *
 * - for a GraphQL field: the field's arguments
 * - for a GraphQL operation with several fields, by its name: the variables
 * - for a REST path: the body, or the query if there is one
 */
export type Handler = (input: never) => unknown;

/**
 * By GraphQL field or operation (`location`, `GetPackingSlips`), or by REST path (`PATCH /locations/L1`), which may
 * contain a query.
 */
export type Handlers = Readonly<Record<string, Handler>>;

/** The input of a RouteHandler. */
export interface RouteInput {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Handles all paths of a REST route. */
export type RouteHandler = (input: RouteInput) => unknown;

export interface FakeServerOptions {
  /** The actions and feature flags that the caller has. */
  readonly actions: () => readonly Action[];
  readonly flags: () => readonly string[];
  readonly handlers: Handlers;
  /** By REST route: `PATCH /locations/{id}`. They serve the paths without a handler. */
  readonly routes?: Readonly<Record<string, RouteHandler>> | undefined;
  readonly graphqlUrl: string;
  readonly restUrl: string;
  /** The contract of the REST API, if it is not that of docs/openapi.json. */
  readonly contract?: RestContract;
  /** Gets each request or result that does not fit the contract, and each error of a handler's code. */
  readonly onViolation: (error: unknown) => void;
}

export interface FakeServer {
  /** The operations that were called so far. */
  readonly calls: { readonly name: string; readonly input: unknown }[];
  /** Disables the account, so that every later call is rejected. */
  readonly disableAccount: () => void;
  /** Responds to a request, as `fetch` does. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

const ACCOUNT_DISABLED_MESSAGE = "Your account is disabled. Ask an administrator to enable it.";
const STATUS = { Invalid: 400, Forbidden: 403, NotFound: 404, Conflict: 409, Unavailable: 503, Internal: 500 } as const;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const UploadInput = v.looseObject({
  folder: v.optional(v.string()),
  kind: v.optional(v.string()),
  contentLength: v.optional(v.number()),
});

/** Checks an upload's folder, kind and length against the server's list of upload kinds. */
function checkUpload(name: string, input: unknown): void {
  if (!name.startsWith("POST /uploads")) return;
  const { folder, kind, contentLength } = v.parse(UploadInput, input);
  const known = uploads.folders.find((each) => each.folder === folder);
  const tooLong = known && contentLength !== undefined && contentLength > known.largestMegabytes * 1024 * 1024;
  const isOutcome = name.endsWith("/outcome");
  const wrongKind = isOutcome && !uploads.kinds.some((each) => each.kind === kind && each.folder === folder);
  if (!known || tooLong || wrongKind) throw new ServerError("Invalid", `The server rejects ${JSON.stringify(input)}`);
}

const GraphqlBody = v.object({
  operationName: v.string(),
  query: v.string(),
  variables: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Whether a handler simulates the loss of the connection, with the error that `fetch` rejects with. */
const isConnectionLoss = (error: unknown) => error instanceof TypeError && error.message === "Failed to fetch";

export function createFakeServer(options: FakeServerOptions): FakeServer {
  const calls: { name: string; input: unknown }[] = [];
  const { contract = apiContract } = options;
  let disabled = false;
  const handlers: Handlers = {
    myPermissions: options.actions,
    featureFlags: options.flags,
    // The shell of every screen reads the preferences.
    myPreferences: () => ({ version: 0, views: [], home: null, favorites: [] }),
    ...options.handlers,
  };

  /** Throws Forbidden if the caller may not call the operation. */
  function authorize(name: string): void {
    if (disabled)
      throw new ServerError("Forbidden", ACCOUNT_DISABLED_MESSAGE, { errors: [], reason: "ACCOUNT_DISABLED" });
    const permitted = isPermitted(name, options.actions());
    if (permitted === undefined) throw new ContractViolation(`The permission map has no operation ${name}`);
    if (!permitted) throw new ServerError("Forbidden", "Error! User Action Prohibited!");
  }

  async function run(name: string, handler: Handler | undefined, input: unknown): Promise<unknown> {
    if (!handler) throw new ContractViolation(`The test has no handler for ${name}`);
    // Each handler declares the type of its input, which the contract guarantees.
    return await handler(input as never);
  }

  async function graphql(request: unknown): Promise<Response> {
    const { operationName, query, variables } = v.parse(GraphqlBody, request);
    calls.push({ name: operationName, input: variables });
    // One handler can serve all fields of an operation.
    let whole: Promise<unknown> | undefined;
    const resolve = async ({ name, responseKey, args }: RootField): Promise<unknown> => {
      authorize(name);
      const handler = handlers[operationName];
      if (operationName === name || !handler) return run(name, handlers[name], args);
      whole ??= run(operationName, handler, variables);
      return v.parse(v.looseObject({}), await whole)[responseKey];
    };
    const { data, failures } = await executeRequest({ operationName, query, variables }, resolve);
    if (failures.length === 0) return json(200, { data });
    const errors = failures.map(({ path, cause }) => {
      if (cause instanceof ServerError)
        return { path, message: cause.message, errorType: cause.type, errorInfo: cause.info };
      if (cause instanceof FunctionTimeout)
        return { path, message: cause.message, errorType: "Unavailable", errorInfo: null };
      throw cause;
    });
    return json(200, { data, errors });
  }

  /** The handler of a path with its query, of the path without the query, or of the route. */
  function restHandler(
    name: string,
    route: Route,
    parameters: URLSearchParams,
    body: unknown,
  ): ((body: never) => unknown) | undefined {
    if (handlers[name]) return handlers[name];
    const query = Object.fromEntries(parameters);
    const ofPath = handlers[name.split("?")[0] ?? ""];
    if (ofPath) return () => ofPath(query as never);
    const ofRoute = options.routes?.[route.name];
    return ofRoute && (() => ofRoute({ parameters: route.parameters, query, body }));
  }

  async function rest(method: string, target: string, body: unknown): Promise<Response> {
    const name = `${method} ${target}`;
    calls.push({ name, input: body });
    const [path = "", query] = target.split("?");
    const route = findRoute(method, path);
    if (!route) throw new ContractViolation(`The API has no route for ${name}`);
    const parameters = new URLSearchParams(query);
    const outcome = async (): Promise<{ status: number; body: unknown }> => {
      try {
        contract.checkRequest({ route: route.name, parameters: route.parameters, query: parameters, body });
        authorize(route.name);
        checkUpload(name, body);
        const result = await run(name, restHandler(name, route, parameters, body), body);
        const status = contract.successStatus(route.name);
        return { status, body: result };
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        return { status: STATUS[error.type], body: { message: error.message, errors: [], ...error.info } };
      }
    };
    const response = await outcome();
    // As the browser gets it: without undefined members.
    const text = JSON.stringify(response.body);
    contract.checkResponse(route.name, response.status, text === undefined ? undefined : JSON.parse(text));
    return json(response.status, response.body);
  }

  /** Stores a file at a presigned URL, which needs no further permission. */
  async function store(url: string, file: Blob): Promise<Response> {
    calls.push({ name: `PUT ${url}`, input: await file.text() });
    const handler = handlers[`PUT ${url}`];
    return new Response(null, { status: handler ? Number(await handler(file as never)) : 200 });
  }

  async function respond(url: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    if (url === options.graphqlUrl) return graphql(body);
    if (url.startsWith(`${options.restUrl}/`)) {
      try {
        return await rest(method, url.slice(options.restUrl.length), body);
      } catch (error) {
        if (error instanceof FunctionTimeout) return json(504, { message: error.message });
        throw error;
      }
    }
    if (method === "PUT" && init.body instanceof Blob) return store(url, init.body);
    throw new ContractViolation(`The server has no address ${method} ${url}`);
  }

  return {
    calls,
    disableAccount: () => void (disabled = true),
    fetch: async (url, init = {}) => {
      try {
        return await respond(url, init);
      } catch (error) {
        if (!isConnectionLoss(error)) options.onViolation(error);
        throw error;
      }
    },
  };
}
