import { describe, expect, test, vi } from "vitest";
import type { Action } from "../src/api/actions";
import { createFakeServer, type Handlers } from "./fakeServer";
import { restContract, type RestContract } from "./openapi";
import { FunctionTimeout, ServerError } from "./serverErrors";

function start(actions: readonly Action[], handlers: Handlers, contract?: RestContract) {
  const onViolation = vi.fn();
  const server = createFakeServer({
    actions: () => actions,
    flags: () => [],
    handlers,
    graphqlUrl: "/graphql",
    restUrl: "/rest",
    onViolation,
    ...(contract ? { contract } : {}),
  });
  const graphql = async (operationName: string, query: string) =>
    (
      await server.fetch("/graphql", { method: "POST", body: JSON.stringify({ operationName, query, variables: {} }) })
    ).json() as Promise<unknown>;
  return { server, graphql, onViolation };
}

const NAMES = "query getPlanogramNames { getPlanogramNames }";
const getNames = (actions: readonly Action[], handlers: Handlers) =>
  start(actions, handlers).graphql("getPlanogramNames", NAMES);
const TWO_FIELDS = "query Names { layouts: getPlanogramNames getPriceMapTemplates }";

describe("a GraphQL request", () => {
  test("gets the handler's result with the required permission", async () => {
    const response = await getNames(["GetUniqueLayoutNames"], { getPlanogramNames: () => ["Office 40"] });
    expect(response).toEqual({ data: { getPlanogramNames: ["Office 40"] } });
  });

  test("gets Forbidden without the required permission, and the handler is not called", async () => {
    const handler = vi.fn(() => []);
    const response = await getNames(["GetAllLocation"], { getPlanogramNames: handler });
    expect(response).toMatchObject({
      data: null,
      errors: [{ message: "Error! User Action Prohibited!", errorType: "Forbidden", path: ["getPlanogramNames"] }],
    });
    expect(handler).not.toHaveBeenCalled();
  });

  test("with several fields gets one handler's result, by the fields' aliases", async () => {
    const { graphql } = start(["GetUniqueLayoutNames", "GetUniquePMTNames"], {
      Names: () => ({ layouts: ["Office 40"], getPriceMapTemplates: [] }),
    });
    expect(await graphql("Names", TWO_FIELDS)).toEqual({ data: { layouts: ["Office 40"], getPriceMapTemplates: [] } });
  });

  test("with several fields gets the results of the fields' handlers", async () => {
    const { graphql } = start(["GetUniqueLayoutNames", "GetUniquePMTNames"], {
      getPlanogramNames: () => ["Office 40"],
      getPriceMapTemplates: () => ["PMT"],
    });
    const response = await graphql("Names", TWO_FIELDS);
    expect(response).toEqual({ data: { layouts: ["Office 40"], getPriceMapTemplates: ["PMT"] } });
  });

  test("with several fields requires the permission of each", async () => {
    const { graphql } = start(["GetUniqueLayoutNames"], { Names: () => ({ layouts: [], getPriceMapTemplates: [] }) });
    expect(await graphql("Names", TWO_FIELDS)).toMatchObject({
      data: null,
      errors: [{ errorType: "Forbidden", path: ["getPriceMapTemplates"] }],
    });
  });

  test("gets the error that the handler throws", async () => {
    const getPlanogramNames = () => {
      throw new ServerError("Unavailable", "Try again");
    };
    expect(await getNames(["GetUniqueLayoutNames"], { getPlanogramNames })).toMatchObject({
      errors: [{ message: "Try again", errorType: "Unavailable", errorInfo: { errors: [] } }],
    });
  });

  test("gets AWS's error after a timeout", async () => {
    const getPlanogramNames = () => {
      throw new FunctionTimeout();
    };
    expect(await getNames(["GetUniqueLayoutNames"], { getPlanogramNames })).toMatchObject({
      errors: [{ message: /timed out/, errorInfo: null }].map(({ errorInfo }) => ({ errorInfo })),
    });
  });
});

describe("a REST request", () => {
  test("gets Forbidden without the required permission", async () => {
    const { server } = start([], { "GET /locations/A/inventory": () => ({}) });
    const response = await server.fetch("/rest/locations/A/inventory");
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: "Error! User Action Prohibited!", errors: [] });
  });

  test("needs all actions of an operation that requires several", async () => {
    const query = `mutation retryScheduleChange {
      retryScheduleChange(input: { uuid: "1", actionTime: "2026-11-20T12:00:00Z" }) { uuid }
    }`;
    const handlers = { retryScheduleChange: () => [] };
    const one = start(["UpdateLocation"], handlers).graphql("retryScheduleChange", query);
    expect(await one).toMatchObject({ errors: [{ errorType: "Forbidden" }] });
    const both = start(["UpdateLocation", "AddScheduledEvent"], handlers).graphql("retryScheduleChange", query);
    expect(await both).toEqual({ data: { retryScheduleChange: [] } });
  });
});

describe("a REST request with an OpenAPI document", () => {
  const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
  const zones = { type: "object", required: ["version"], properties: { version: { type: "integer" } } };
  const failure = { type: "object", required: ["message"], properties: { message: { type: "string" } } };
  const contract = restContract({
    openapi: "3.1.0",
    paths: {
      "/pars/zones": {
        put: {
          requestBody: json(zones),
          responses: { "202": json(zones), default: json({ ...failure, additionalProperties: true }) },
        },
      },
    },
  });
  const put = (body: object, result: unknown) => {
    const { server, onViolation } = start(["UploadPars"], { "PUT /pars/zones": () => result }, contract);
    return { onViolation, response: server.fetch("/rest/pars/zones", { method: "PUT", body: JSON.stringify(body) }) };
  };

  test("gets the documented status", async () => {
    expect((await put({ version: 1 }, { version: 2 }).response).status).toBe(202);
  });

  test.each([
    ["a request", { version: "1" }, { version: 2 }, "the request's body: /version must be integer"],
    ["a response", { version: 1 }, { version: "2" }, "the response 202: /version must be integer"],
  ])("that has %s that does not fit is a violation", async (_case, body, result, message) => {
    const { onViolation, response } = put(body, result);
    await expect(response).rejects.toThrow(message);
    expect(onViolation).toHaveBeenCalledOnce();
  });

  test("gets an error that fits the document", async () => {
    const { server } = start([], {}, contract);
    const response = await server.fetch("/rest/pars/zones", { method: "PUT", body: '{"version":1}' });
    expect(response.status).toBe(403);
  });
});

describe("a violation is reported for", () => {
  test.each([
    ["a field without a handler", {}, "no handler for getPlanogramNames"],
    ["a result that does not fit", { getPlanogramNames: () => [5] }, "getPlanogramNames[0] must be a String"],
    [
      "an error in a handler's code",
      {
        getPlanogramNames: () => {
          throw new Error("unexpected");
        },
      },
      "unexpected",
    ],
  ])("%s", async (_case, handlers, message) => {
    const { graphql, onViolation } = start(["GetUniqueLayoutNames"], handlers);
    await expect(graphql("getPlanogramNames", NAMES)).rejects.toThrow(message);
    expect(onViolation).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: expect.stringContaining(message) as string }),
    );
  });

  test("a route that the API does not have", async () => {
    const { server, onViolation } = start([], {});
    await expect(server.fetch("/rest/locations/1/color")).rejects.toThrow("no route for GET /locations/1/color");
    expect(onViolation).toHaveBeenCalledOnce();
  });

  test("a URL that is not of the API", async () => {
    const { server, onViolation } = start([], {});
    await expect(server.fetch("/other")).rejects.toThrow("no address GET /other");
    expect(onViolation).toHaveBeenCalledOnce();
  });
});

test("a simulated loss of the connection is not a violation", async () => {
  const getPlanogramNames = () => {
    throw new TypeError("Failed to fetch");
  };
  const { graphql, onViolation } = start(["GetUniqueLayoutNames"], { getPlanogramNames });
  await expect(graphql("getPlanogramNames", NAMES)).rejects.toThrow("Failed to fetch");
  expect(onViolation).not.toHaveBeenCalled();
});
