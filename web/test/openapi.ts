/** Validates REST requests and responses against the OpenAPI document of the API, docs/openapi.json. */
import Ajv2020 from "ajv/dist/2020";
import type { ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import * as v from "valibot";
import document from "../../docs/openapi.json";
import { ContractViolation, ServerError } from "./serverErrors";

const Parameter = v.object({
  name: v.string(),
  in: v.picklist(["path", "query", "header", "cookie"]),
  required: v.optional(v.boolean(), false),
  schema: v.unknown(),
  example: v.optional(v.union([v.string(), v.number()])),
});
const Content = v.optional(v.record(v.string(), v.looseObject({ example: v.optional(v.unknown()) })), {});
const Node = v.looseObject({});
const Reference = v.looseObject({ $ref: v.string() });
const Response = v.looseObject({ content: Content });
const Operation = v.looseObject({
  parameters: v.optional(v.array(v.union([Reference, Parameter])), []),
  requestBody: v.optional(v.looseObject({ required: v.optional(v.boolean(), false), content: Content })),
  responses: v.record(v.string(), v.union([Reference, Response])),
});
const OptionalOperation = v.optional(Operation);
const PathItem = v.object({
  get: OptionalOperation,
  post: OptionalOperation,
  put: OptionalOperation,
  patch: OptionalOperation,
  delete: OptionalOperation,
});
const OpenApi = v.looseObject({
  openapi: v.pipe(v.string(), v.startsWith("3.1")),
  paths: v.record(v.string(), PathItem),
});

type OperationObject = v.InferOutput<typeof Operation>;

/** A request to a route. */
export interface RestRequest {
  /** The method and the path template: `GET /locations/{id}`. */
  readonly route: string;
  /** The decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed JSON body; undefined if there is none. */
  readonly body: unknown;
}

export interface RestContract {
  /** The routes of the document: `GET /locations/{id}`. */
  readonly routes: readonly string[];
  /** The example request of a route. */
  readonly exampleOf: (route: string) => RestRequest;
  /** Throws an Invalid error for a path parameter, and a ContractViolation for other parts that do not fit the document. */
  readonly checkRequest: (request: RestRequest) => void;
  /** The status of a successful response. */
  readonly successStatus: (route: string) => number;
  /** Throws a ContractViolation if the response does not fit the document. */
  readonly checkResponse: (route: string, status: number, body: unknown) => void;
}

const NAME = "openapi";
const RUST_INTEGERS = ["uint", "uint8", "uint16", "uint32", "uint64", "int8", "int16"];
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const escaped = (segment: string) => encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));

/** The keywords whose schemas apply to the same value. */
const COMBINATORS = ["allOf", "anyOf", "oneOf"];

/** Lists the references to schemas that describe only a part of an object. */
function partReferences(node: unknown, isPart = false): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((item) => partReferences(item, isPart));
  if (!v.is(Node, node)) return [];
  const own = typeof node.$ref === "string" && (isPart || "properties" in node) ? [node.$ref] : [];
  const inner = Object.entries(node).flatMap(([key, value]) => partReferences(value, describesPart(node, key, isPart)));
  return [...own, ...inner];
}

/** Whether the schemas under a key of a schema describe only a part of an object. */
function describesPart(node: Readonly<Record<string, unknown>>, key: string, isPart: boolean): boolean {
  return COMBINATORS.includes(key) && (isPart || key === "allOf" || "properties" in node);
}

/**
 * Returns a copy of the document whose objects permit no unknown properties. The server sends only properties that the
 * document has, but the document does not state it.
 */
function closeObjects(document: unknown): unknown {
  const parts = new Set(partReferences(document));
  const close = (node: unknown, path: string, isPart: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => close(item, path, isPart));
    if (!v.is(Node, node)) return node;
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node))
      copy[key] = close(value, `${path}/${key}`, describesPart(node, key, isPart));
    const isOpen = isPart || parts.has(path) || "additionalProperties" in node || "unevaluatedProperties" in node;
    if (v.is(Node, node.properties) && !isOpen) copy.unevaluatedProperties = false;
    return copy;
  };
  return close(document, "#", false);
}

/** @param source an OpenAPI 3.1 document. Its schemas are JSON Schema, draft 2020-12. */
export function restContract(source: unknown): RestContract {
  const document = v.parse(OpenApi, source);
  const operations = new Map<string, OperationObject>(
    Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [];
      }),
    ),
  );
  // Query and path values are texts that represent numbers and booleans; bodies have JSON types.
  const bodies = new Ajv2020({ strict: false, allErrors: true });
  const results = new Ajv2020({ strict: false, allErrors: true });
  const texts = new Ajv2020({ strict: false, allErrors: true, coerceTypes: "array" });
  for (const ajv of [bodies, results, texts]) {
    addFormats(ajv);
    // schemars describes Rust's integers by these formats. JSON Schema does not define them.
    for (const format of RUST_INTEGERS) ajv.addFormat(format, true);
    ajv.addSchema({ ...v.parse(Node, ajv === results ? closeObjects(document) : document), $id: NAME });
  }
  const validators = new Map([bodies, results, texts].map((ajv) => [ajv, new Map<string, ValidateFunction>()]));

  /** The error of a value that does not fit the schema at a JSON pointer of the document; undefined if it fits. */
  function errorOf(ajv: Ajv2020, pointer: readonly string[], value: unknown, subject: string): string | undefined {
    const reference = `${NAME}#/${pointer.map(escaped).join("/")}`;
    // Ajv converts a text to the schema's type only as a member of an object.
    const validator =
      validators.get(ajv)?.get(reference) ?? ajv.compile({ properties: { value: { $ref: reference } } });
    validators.get(ajv)?.set(reference, validator);
    if (validator({ value })) return undefined;
    const errors = (validator.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath.replace("/value", "") || "the value"} ${message}`,
    );
    return `${subject}: ${errors.join("; ")}`;
  }

  function check(...values: Parameters<typeof errorOf>): void {
    const error = errorOf(...values);
    if (error !== undefined) throw new ContractViolation(error);
  }

  function operationOf(route: string): OperationObject {
    const operation = operations.get(route);
    if (!operation) throw new ContractViolation(`The OpenAPI document has no route ${route}`);
    return operation;
  }

  const pointerTo = (route: string) => {
    const [method = "", path = ""] = route.split(" ");
    return ["paths", path, method.toLowerCase()];
  };

  /** Follows a reference inside the document. */
  function resolve(pointer: readonly string[], value: unknown): [readonly string[], unknown] {
    if (!v.is(Reference, value)) return [pointer, value];
    const target = value.$ref
      .replace(/^#\//, "")
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
    let found: unknown = document;
    for (const segment of target) found = v.is(Node, found) ? found[segment] : undefined;
    return [target, found];
  }

  /** The parameters of a route, with their places in the document. */
  function parametersOf(route: string) {
    return operationOf(route).parameters.map((each, index) => {
      const [pointer, value] = resolve([...pointerTo(route), "parameters", String(index)], each);
      return { pointer, ...v.parse(Parameter, value) };
    });
  }

  function exampleOf(route: string): RestRequest {
    const examples = (place: string) =>
      parametersOf(route).flatMap((each) =>
        each.in === place && each.example !== undefined ? [[each.name, String(each.example)] as const] : [],
      );
    return {
      route,
      parameters: Object.fromEntries(examples("path")),
      query: new URLSearchParams(examples("query").map(([name, value]) => [name, value])),
      body: operationOf(route).requestBody?.content["application/json"]?.example,
    };
  }

  function checkRequest({ route, parameters, query, body }: RestRequest): void {
    const operation = operationOf(route);
    const documented = parametersOf(route);
    const queryNames = documented.filter((each) => each.in === "query").map(({ name }) => name);
    for (const name of query.keys()) {
      if (!queryNames.includes(name)) throw new ContractViolation(`${route} has no query parameter ${name}`);
    }
    for (const { name, in: place, required, pointer } of documented) {
      if (place !== "query" && place !== "path") continue;
      const value = place === "path" ? parameters[name] : (query.get(name) ?? undefined);
      if (value !== undefined) {
        const error = errorOf(texts, [...pointer, "schema"], value, `${route}: the ${place} parameter ${name}`);
        // Path parameters come from the address of a page, so that the server rejects some of them.
        if (error !== undefined)
          throw place === "path" ? new ServerError("Invalid", error) : new ContractViolation(error);
      } else if (required) {
        throw new ContractViolation(`${route}: the ${place} parameter ${name} is missing`);
      }
    }
    const { requestBody } = operation;
    if (body === undefined) {
      if (requestBody?.required) throw new ContractViolation(`${route}: the body is missing`);
    } else if (requestBody?.content["application/json"]) {
      check(
        bodies,
        [...pointerTo(route), "requestBody", "content", "application/json", "schema"],
        body,
        `${route}: the request's body`,
      );
    } else {
      throw new ContractViolation(`${route} takes no body`);
    }
  }

  function successStatus(route: string): number {
    const status = Object.keys(operationOf(route).responses).find((each) => each.startsWith("2"));
    return Number(status ?? 200);
  }

  function checkResponse(route: string, status: number, body: unknown): void {
    const { responses } = operationOf(route);
    const key = responses[status] ? String(status) : "default";
    const [pointer, value] = resolve([...pointerTo(route), "responses", key], responses[key]);
    const response = v.safeParse(Response, value);
    if (!response.success) throw new ContractViolation(`${route} never responds with ${status}`);
    if (!response.output.content["application/json"]) return;
    check(results, [...pointer, "content", "application/json", "schema"], body, `${route}: the response ${status}`);
  }

  return { routes: [...operations.keys()], exampleOf, checkRequest, successStatus, checkResponse };
}

/** The API's contract. */
export const apiContract: RestContract = restContract(document);
