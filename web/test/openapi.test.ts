import { describe, expect, test } from "vitest";
import { apiContract, restContract } from "./openapi";
import { OPERATION_NAMES, findRoute } from "./permissions";

/** A small OpenAPI document with each feature that the validation supports. */
const contract = restContract({
  openapi: "3.1.0",
  info: { title: "Larder", version: "1" },
  components: {
    parameters: {
      Folder: { name: "folder", in: "query", required: true, schema: { $ref: "#/components/schemas/Folder" } },
    },
    responses: {
      Failure: {
        description: "Error",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
    schemas: {
      Folder: { type: "string", enum: ["routes-upload", "forecast-uploads"] },
      Error: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
      Upload: {
        type: "object",
        required: ["uploadId", "at"],
        properties: {
          uploadId: { type: "string" },
          at: { type: "string", format: "date-time" },
          written: { type: ["integer", "null"], format: "uint32", minimum: 0 },
        },
      },
      Person: { type: "object", required: ["email"], properties: { email: { type: "string" } } },
      Staff: {
        type: "object",
        allOf: [{ $ref: "#/components/schemas/Person" }],
        properties: { enabled: { type: "boolean" } },
      },
    },
  },
  paths: {
    "/uploads": {
      get: {
        parameters: [
          { $ref: "#/components/parameters/Folder" },
          { name: "count", in: "query", schema: { type: "integer", maximum: 100 } },
        ],
        responses: {
          "200": {
            description: "Uploads",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Upload" } } },
            },
          },
          default: { $ref: "#/components/responses/Failure" },
        },
      },
    },
    "/users": {
      get: {
        responses: {
          "200": {
            description: "Staff",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Staff" } } },
          },
        },
      },
    },
    "/uploads/{uploadId}/outcome": {
      post: {
        parameters: [{ name: "uploadId", in: "path", required: true, schema: { type: "string", pattern: "^u-" } }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                additionalProperties: false,
                required: ["written"],
                properties: { written: { type: "integer" } },
              },
            },
          },
        },
        responses: { "201": { description: "Stored" } },
      },
    },
  },
});

const LIST = "GET /uploads";
const OUTCOME = "POST /uploads/{uploadId}/outcome";
const list = (query: string, body?: unknown) => () =>
  contract.checkRequest({ route: LIST, parameters: {}, query: new URLSearchParams(query), body });
const outcome =
  (body: unknown, uploadId = "u-1") =>
  () =>
    contract.checkRequest({ route: OUTCOME, parameters: { uploadId }, query: new URLSearchParams(), body });
const UPLOAD = { uploadId: "u-1", at: "2026-11-20T12:00:00Z", written: 3 };

describe("a request", () => {
  test("that fits the document is accepted", () => {
    expect(list("folder=routes-upload&count=20")).not.toThrow();
    expect(outcome({ written: 3 })).not.toThrow();
  });

  test.each([
    ["a missing query parameter", list(""), "the query parameter folder is missing"],
    ["an unknown value in the query", list("folder=other"), "the query parameter folder"],
    ["a number that is too large in the query", list("folder=routes-upload&count=101"), "must be <= 100"],
    ["a text for a number in the query", list("folder=routes-upload&count=many"), "must be integer"],
    ["an unknown query parameter", list("folder=routes-upload&color=red"), "no query parameter color"],
    ["a body that the route does not have", list("folder=routes-upload", {}), "takes no body"],
    [
      "an invalid path parameter",
      outcome({ written: 3 }, "1"),
      "the path parameter uploadId: the value must match pattern",
    ],
    ["a missing body", outcome(undefined), "the body is missing"],
    ["a missing field in the body", outcome({}), "must have required property 'written'"],
    ["a text for a number in the body", outcome({ written: "3" }), "/written must be integer"],
    ["an unknown field in the body", outcome({ written: 3, color: "red" }), "must NOT have additional properties"],
  ])("with %s is rejected", (_case, check, message) => {
    expect(check).toThrow(message);
  });
});

describe("a response", () => {
  test("that fits the document is accepted", () => {
    expect(() => contract.checkResponse(LIST, 200, [UPLOAD, { ...UPLOAD, written: null }])).not.toThrow();
    expect(() => contract.checkResponse(LIST, 404, { message: "Not found" })).not.toThrow();
  });

  test.each([
    ["with an unknown field", 200, [{ ...UPLOAD, color: "red" }], "/0 must NOT have unevaluated properties"],
    ["without a required field", 200, [{ at: UPLOAD.at }], "/0 must have required property 'uploadId'"],
    ["with an invalid time", 200, [{ ...UPLOAD, at: "today" }], '/0/at must match format "date-time"'],
    ["with an error that has no message", 500, {}, "must have required property 'message'"],
  ])("%s is rejected", (_case, status, body, message) => {
    expect(() => contract.checkResponse(LIST, status, body)).toThrow(message);
  });

  test("with an object in several parts is accepted only without unknown fields", () => {
    const staff = { email: "ann@larder.example", enabled: true };
    expect(() => contract.checkResponse("GET /users", 200, staff)).not.toThrow();
    expect(() => contract.checkResponse("GET /users", 200, { ...staff, color: "red" })).toThrow("unevaluated");
  });

  test("with a status that the document does not have is rejected", () => {
    expect(() => contract.checkResponse(OUTCOME, 200, {})).toThrow("never responds with 200");
  });

  test("of a successful request has the documented status", () => {
    expect(contract.successStatus(OUTCOME)).toBe(201);
  });
});

test("a document of another OpenAPI version is rejected", () => {
  expect(() => restContract({ openapi: "3.0.3", paths: {} })).toThrow("3.1");
});

test("docs/openapi.json has the routes of the permission map", () => {
  const routes = OPERATION_NAMES.filter((name) => name.includes(" "));
  expect(apiContract.routes.toSorted()).toEqual(routes.toSorted());
});

describe("the route of a request", () => {
  test.each([
    ["GET", "/locations/A%3FB/schedule", "GET /locations/{id}/schedule", { id: "A?B" }],
    ["PATCH", "/locations/wholesale/NY_0003", "PATCH /locations/wholesale/{id}", { id: "NY_0003" }],
    ["GET", "/reports/driverlog/cognitoemails", "GET /reports/driverlog/cognitoemails", {}],
  ])("%s %s is %s", (method, path, name, parameters) => {
    expect(findRoute(method, path)).toEqual({ name, parameters });
  });

  test.each([
    ["GET", "/locations/1/history"],
    ["DELETE", "/locations/1"],
    ["GET", "/locations//schedule"],
  ])("%s %s does not exist", (method, path) => {
    expect(findRoute(method, path)).toBeUndefined();
  });
});

test.each(apiContract.routes)("the example of %s fits the document", (route) => {
  const { parameters, query, body } = apiContract.exampleOf(route);
  expect(() => apiContract.checkRequest({ route, parameters, query, body })).not.toThrow();
});
