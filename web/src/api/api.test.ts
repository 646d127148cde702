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

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function answers(...responses: (Response | Error)[]) {
  const queue = [...responses];
  const stub = vi.fn(async (_url: string, _init: RequestInit) => {
    const next = queue.shift();
    if (next === undefined) throw new Error("One call too many");
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal("fetch", stub);
  return stub;
}

const failureOf = async (call: Promise<unknown>) => {
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

const headersOf = (stub: ReturnType<typeof answers>, call: number) =>
  stub.mock.calls[call]?.[1].headers as Record<string, string>;

describe("every call", () => {
  test("carries the session's ID token", async () => {
    const stub = answers(answer(200, { data: { ping: "pong" } }), answer(200, { id: "1" }));
    await graphql(ping, { id: "1" });
    await rest("GET", "/locations/1");
    expect(headersOf(stub, 0).authorization).toBe("token");
    expect(headersOf(stub, 1).authorization).toBe("token");
  });

  test("is tried once more with a fresh token when the token is not accepted", async () => {
    const stub = answers(answer(401, {}), answer(200, { data: { ping: "pong" } }));
    expect(await graphql(ping, { id: "1" })).toEqual({ ping: "pong" });
    expect(headersOf(stub, 1).authorization).toBe("fresh token");
  });

  test("tells its outcome to who listens, by area", async () => {
    const outcomes: CallOutcome[] = [];
    const stop = onCall((outcome) => outcomes.push(outcome));
    answers(answer(200, { data: { ping: "pong" } }), new TypeError("Failed to fetch"));
    await graphql(ping, { id: "1" });
    await failureOf(rest("GET", "/users/permissions"));
    stop();
    expect(outcomes).toMatchObject([
      { area: "locations", error: null },
      { area: "users", error: { kind: "network" } },
    ]);
  });

  test("that is aborted is no failure of the service", async () => {
    const outcomes: CallOutcome[] = [];
    const stop = onCall((outcome) => outcomes.push(outcome));
    const abort = new AbortController();
    answers(new DOMException("Aborted", "AbortError"));
    abort.abort();
    await expect(graphql(ping, { id: "1" }, { signal: abort.signal })).rejects.toMatchObject({ name: "AbortError" });
    stop();
    expect(outcomes).toEqual([]);
  });
});

describe("GraphQL failures", () => {
  const failed = (errorType: string, errorInfo: unknown = { errors: [] }) =>
    answer(200, { data: null, errors: [{ message: "The server's words", errorType, errorInfo }] });

  test.each([
    ["Invalid", "invalid"],
    ["Forbidden", "forbidden"],
    ["NotFound", "notFound"],
    ["Conflict", "conflict"],
    ["Unavailable", "unavailable"],
    ["Internal", "internal"],
  ])("%s", async (errorType, kind) => {
    answers(failed(errorType));
    expect(await failureOf(graphql(ping, { id: "1" }))).toMatchObject({ kind, message: "The server's words" });
  });

  test.each([
    ["2026-11-22T05:00:00Z 1f0c Task timed out after 10.01 seconds", "Lambda:Unhandled", "internal"],
    ["Larder is busy at the moment. Please try again.", "Unavailable", "unavailable"],
    ["Validation error of type FieldUndefined: Field 'ping' is undefined", undefined, "internal"],
    ["Not Authorized to access ping on type Query", "Unauthorized", "unauthenticated"],
  ])(
    "without information of a function, the screen's own text is shown and not %j",
    async (message, errorType, kind) => {
      answers(answer(200, { data: null, errors: [{ message, errorType, errorInfo: null }] }));
      const error = await failureOf(graphql(ping, { id: "1" }));
      expect(error).toMatchObject({ kind, message: "", cause: message });
      expect(messageOf(error, "Unable to load")).toBe("Unable to load");
    },
  );

  test("name the fields that are wrong, and what the server has now", async () => {
    const errors = [{ field: "latitude", message: "latitude cannot be empty" }];
    answers(failed("Invalid", { errors, current: { version: 3 } }));
    expect(await failureOf(graphql(ping, { id: "1" }))).toMatchObject({ fields: errors, current: { version: 3 } });
  });

  test("a token that is refused twice is unauthenticated", async () => {
    answers(answer(401, { errors: [{ message: "Token has expired." }] }), answer(401, { errors: [{}] }));
    expect((await failureOf(graphql(ping, { id: "1" }))).kind).toBe("unauthenticated");
  });

  test("no connection, and a page that is no answer", async () => {
    answers(new TypeError("Failed to fetch"), new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect((await failureOf(graphql(ping, { id: "1" }))).kind).toBe("network");
    expect((await failureOf(graphql(ping, { id: "1" }))).kind).toBe("unavailable");
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
    answers(answer(status, body));
    const error = await failureOf(rest("PATCH", "/locations/1", { version: 1 }));
    expect(error).toMatchObject({ kind, fields: body.errors, current: body.current });
  });
});

describe("REST failures of API Gateway itself", () => {
  test.each([
    [504, "Endpoint request timed out", "unavailable"],
    [502, "Internal server error", "unavailable"],
    [500, "Internal server error", "internal"],
    [429, "Too Many Requests", "unavailable"],
    [403, "Missing Authentication Token", "forbidden"],
    [413, "Request Too Long", "internal"],
  ])("%i: the screen's own text is shown and not %j", async (status, message, kind) => {
    answers(answer(status, { message }));
    const error = await failureOf(rest("GET", "/locations/1/history"));
    expect(error).toMatchObject({ kind, message: "", cause: message });
    expect(messageOf(error, "Unable to load")).toBe("Unable to load");
  });

  test("a function's own message is shown", async () => {
    answers(answer(503, { message: "Larder is busy at the moment. Please try again.", errors: [] }));
    const error = await failureOf(rest("GET", "/locations/1/history"));
    expect(messageOf(error, "Unable to load")).toBe("Larder is busy at the moment. Please try again.");
  });
});

describe("the message to show", () => {
  const fields = [{ field: "street", message: "street cannot be empty" }];

  test("is the server's, else the first field's, else the screen's own", () => {
    expect(messageOf(new ApiError("invalid", "The server's words", { fields }), "Unable")).toBe("The server's words");
    expect(messageOf(new ApiError("invalid", "", { fields }), "Unable")).toBe("street cannot be empty");
    expect(messageOf(new ApiError("network"), "Unable")).toBe("Unable");
    expect(messageOf(new Error("a fault of ours"), "Unable")).toBe("Unable");
  });
});
