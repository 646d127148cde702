/** The permission that each operation requires. Only this module imports the generated permission map. */
import type { Action } from "../src/api/actions";
import { OPERATIONS } from "../src/users/operationPermissions.generated";

/** A REST route of the API that serves a request. */
export interface Route {
  /** The method and the path template: `GET /locations/{id}/inventory`. */
  readonly name: string;
  /** The decoded path parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** The names of all GraphQL fields and REST routes that the API serves. */
export const OPERATION_NAMES: readonly string[] = [...byName.keys()];

const ROUTES = OPERATION_NAMES.filter((name) => name.includes(" "))
  .map((name) => ({ name, segments: name.split("/") }))
  // As in API Gateway, a literal segment precedes a parameter.
  .toSorted((a, b) => parameterCount(a.segments) - parameterCount(b.segments));

function parameterCount(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("{")).length;
}

/**
 * Returns the route for a request, or undefined if the API has none.
 *
 * @param path the encoded path without the query
 */
export function findRoute(method: string, path: string): Route | undefined {
  const parts = `${method} ${path}`.split("/");
  const route = ROUTES.find(
    ({ segments }) =>
      segments.length === parts.length &&
      segments.every((segment, index) => (segment.startsWith("{") ? parts[index] !== "" : segment === parts[index])),
  );
  if (!route) return undefined;
  const parameters = route.segments.flatMap((segment, index) =>
    segment.startsWith("{") ? [[segment.slice(1, -1), decodeURIComponent(parts[index] ?? "")] as const] : [],
  );
  return { name: route.name, parameters: Object.fromEntries(parameters) };
}

/** Whether a caller with the `granted` actions may call the operation. Undefined if the API has no such operation. */
export function isPermitted(name: string, granted: readonly Action[]): boolean | undefined {
  const operation = byName.get(name);
  if (!operation) return undefined;
  const { needs, all } = operation;
  const isGranted = (action: Action) => granted.includes(action);
  return needs.length === 0 || (all ? needs.every(isGranted) : needs.some(isGranted));
}
