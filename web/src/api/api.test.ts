import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, messageOf } from "./errors";
import { graphql, type Document } from "./graphql";
import { rest } from "./rest";
import { connect, onCall, type CallOutcome } from "./transport";

const ping: Document<{ readonly ping: string }, { readonly id: string }> = {
  name: "ping",
  area: "locations",
  text: "query ping($id: ID!) { ping(id: $id) }",
};

const jsonResponse = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** Stubs `fetch` with these responses, in order. An `Error` rejects the call. */
function stubFetch(...responses: (Response | Error)[]) {
  const queue = [...responses];
  const stub = vi.fn(async (_url: string, _init: RequestInit) => {
    const next = queue.shift();
    if (next === undefined) throw new Error("Unexpected call of fetch");
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal("fetch", stub);
  return stub;
}

const rejectionOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

const idToken = vi.fn((fresh?: boolean) => Promise.resolve(fresh ? "fresh token" : "token"));

beforeEach(() => {
  idToken.mockClear();
  connect({ graphqlUrl: "https://graphql.example/", restUrl: "https://rest.example/prod", idToken });
});

const headersOf = (stub: ReturnType<typeof stubFetch>, call: number) =>
  stub.mock.calls[call]?.[1].headers as Record<string, string>;

describe("every call", () => {
  test("carries the session's ID token", async () => {
    const stub = stubFetch(jsonResponse(200, { data: { ping: "pong" } }), jsonResponse(200, { id: "1" }));
    await graphql(ping, { id: "1" });
    await rest("GET /pars/zones", {});
    expect(headersOf(stub, 0).authorization).toBe("token");
    expect(headersOf(stub, 1).authorization).toBe("token");
  });

  test("adds the response's request id to its error", async () => {
    const failure = (status: number) =>
      new Response("{}", { status, headers: { "x-amzn-RequestId": `request ${status}` } });
    stubFetch(failure(503), failure(500), new TypeError("Failed to fetch"));
    expect((await rejectionOf(graphql(ping, { id: "1" }))).requestId).toBe("request 503");
    expect((await rejectionOf(rest("GET /pars/zones", {}))).requestId).toBe("request 500");
    expect((await rejectionOf(rest("GET /pars/zones", {}))).requestId).toBeUndefined();
  });

  test("is retried once with a fresh token after a 401 response", async () => {
    const stub = stubFetch(jsonResponse(401, {}), jsonResponse(200, { data: { ping: "pong" } }));
    expect(await graphql(ping, { id: "1" })).toEqual({ ping: "pong" });
    expect(headersOf(stub, 1).authorization).toBe("fresh token");
  });

  test("reports its outcome with its area to listeners", async () => {
    const outcomes: CallOutcome[] = [];
    const unsubscribe = onCall((outcome) => outcomes.push(outcome));
    stubFetch(jsonResponse(200, { data: { ping: "pong" } }), new TypeError("Failed to fetch"));
    await graphql(ping, { id: "1" });
    await rejectionOf(rest("GET /users/permissions", {}));
    unsubscribe();
    expect(outcomes).toMatchObject([
      { area: "locations", error: null },
      { area: "users", error: { kind: "network" } },
    ]);
  });

  test("reports no outcome when it is aborted", async () => {
    const outcomes: CallOutcome[] = [];
    const unsubscribe = onCall((outcome) => outcomes.push(outcome));
    const abort = new AbortController();
    stubFetch(new DOMException("Aborted", "AbortError"));
    abort.abort();
    await expect(graphql(ping, { id: "1" }, { signal: abort.signal })).rejects.toMatchObject({ name: "AbortError" });
    unsubscribe();
    expect(outcomes).toEqual([]);
  });
});

describe("GraphQL failures", () => {
  const graphqlFailure = (errorType: string, errorInfo: unknown = { errors: [] }) =>
    jsonResponse(200, { data: null, errors: [{ message: "The server's message", errorType, errorInfo }] });

  test.each([
    ["Invalid", "invalid"],
    ["Forbidden", "forbidden"],
    ["NotFound", "notFound"],
    ["Conflict", "conflict"],
    ["Unavailable", "unavailable"],
    ["Internal", "internal"],
  ])("%s", async (errorType, kind) => {
    stubFetch(graphqlFailure(errorType));
    expect(await rejectionOf(graphql(ping, { id: "1" }))).toMatchObject({ kind, message: "The server's message" });
  });

  test.each([
    ["2026-11-22T05:00:00Z 1f0c Task timed out after 10.01 seconds", "Lambda:Unhandled", "internal"],
    ["Larder is busy at the moment. Please try again.", "Unavailable", "unavailable"],
    ["Validation error of type FieldUndefined: Field 'ping' is undefined", undefined, "internal"],
    ["Not Authorized to access ping on type Query", "Unauthorized", "unauthenticated"],
  ])("without errorInfo, messageOf returns the fallback instead of %j", async (message, errorType, kind) => {
    stubFetch(jsonResponse(200, { data: null, errors: [{ message, errorType, errorInfo: null }] }));
    const error = await rejectionOf(graphql(ping, { id: "1" }));
    expect(error).toMatchObject({ kind, message: "", cause: message });
    expect(messageOf(error, "Unable to load")).toBe("Unable to load");
  });

  test("carry the invalid fields and the current value", async () => {
    const errors = [{ field: "latitude", message: "latitude cannot be empty" }];
    stubFetch(graphqlFailure("Invalid", { errors, current: { version: 3 } }));
    expect(await rejectionOf(graphql(ping, { id: "1" }))).toMatchObject({ fields: errors, current: { version: 3 } });
  });

  test("are unauthenticated when the token is rejected twice", async () => {
    stubFetch(jsonResponse(401, { errors: [{ message: "Token has expired." }] }), jsonResponse(401, { errors: [{}] }));
    expect((await rejectionOf(graphql(ping, { id: "1" }))).kind).toBe("unauthenticated");
  });

  test("are network without a connection, and unavailable for a response that is not JSON", async () => {
    stubFetch(new TypeError("Failed to fetch"), new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect((await rejectionOf(graphql(ping, { id: "1" }))).kind).toBe("network");
    expect((await rejectionOf(graphql(ping, { id: "1" }))).kind).toBe("unavailable");
  });
});

describe("REST requests", () => {
  test("have encoded path and query parameters, without those that have no value", async () => {
    const stub = stubFetch(jsonResponse(200, { items: [] }), jsonResponse(200, { items: [] }));
    await rest("GET /locations/{id}/schedule", { path: { id: "A/1?b" }, query: {} });
    await rest("GET /forecast/history", { query: { date: "2026-11-23", item: "Mac & cheese +" } });
    expect(stub.mock.calls.map(([url]) => url)).toEqual([
      "https://rest.example/prod/locations/A%2F1%3Fb/schedule",
      "https://rest.example/prod/forecast/history?date=2026-11-23&item=Mac%20%26%20cheese%20%2B",
    ]);
  });

  test("send the body as JSON, and return the body of the response", async () => {
    const layout = { version: 2, bays: [] };
    const stub = stubFetch(jsonResponse(200, layout));
    const body = { zone: "1", bay: "A", items: ["Salad"], version: 1 } as const;
    expect(await rest("PUT /pars/zones", { body })).toEqual(layout);
    expect(stub.mock.calls[0]?.[1]).toMatchObject({ method: "PUT", body: JSON.stringify(body) });
  });
});

describe("REST failures", () => {
  test.each([
    [400, "invalid"],
    [403, "forbidden"],
    [404, "notFound"],
    [409, "conflict"],
    [500, "internal"],
    [503, "unavailable"],
  ])("%i", async (status, kind) => {
    const body = {
      message: "",
      errors: [{ field: "street", message: "street cannot be empty" }],
      current: { id: "1" },
    };
    stubFetch(jsonResponse(status, body));
    const error = await rejectionOf(rest("PATCH /locations/{id}", { path: { id: "1" }, body: { version: 1 } }));
    expect(error).toMatchObject({ kind, fields: body.errors, current: body.current });
  });
});

describe("REST failures from API Gateway", () => {
  test.each([
    [504, "Endpoint request timed out", "unavailable"],
    [502, "Internal server error", "unavailable"],
    [500, "Internal server error", "internal"],
    [429, "Too Many Requests", "unavailable"],
    [403, "Missing Authentication Token", "forbidden"],
    [413, "Request Too Long", "internal"],
  ])("%i: messageOf returns the fallback instead of %j", async (status, message, kind) => {
    stubFetch(jsonResponse(status, { message }));
    const error = await rejectionOf(rest("GET /locations/{id}/schedule", { path: { id: "1" } }));
    expect(error).toMatchObject({ kind, message: "", cause: message });
    expect(messageOf(error, "Unable to load")).toBe("Unable to load");
  });

  test("messageOf returns the message of a function", async () => {
    stubFetch(jsonResponse(503, { message: "Larder is busy at the moment. Please try again.", errors: [] }));
    const error = await rejectionOf(rest("GET /locations/{id}/schedule", { path: { id: "1" } }));
    expect(messageOf(error, "Unable to load")).toBe("Larder is busy at the moment. Please try again.");
  });
});

describe("messageOf", () => {
  const fields = [{ field: "street", message: "street cannot be empty" }];

  test("returns the server's message, else the first field's, else the fallback", () => {
    expect(messageOf(new ApiError("invalid", "The server's message", { fields }), "Unable")).toBe(
      "The server's message",
    );
    expect(messageOf(new ApiError("invalid", "", { fields }), "Unable")).toBe("street cannot be empty");
    expect(messageOf(new ApiError("network"), "Unable")).toBe("Unable");
    expect(messageOf(new Error("a bug in the app"), "Unable")).toBe("Unable");
  });
});
