/** Executes GraphQL requests against infra/schema.graphql and rejects requests and results that do not fit it. */
import {
  GraphQLEnumType,
  GraphQLScalarType,
  buildSchema,
  defaultFieldResolver,
  execute,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
  type DocumentNode,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
} from "graphql";
import schemaText from "../../infra/schema.graphql?raw";
import { ContractViolation } from "./serverErrors";

/** AppSync's formats: seconds are optional and an offset is required in a date and time. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2}(?::\d{2})?)?$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|[+-]\d{2}:\d{2}(?::\d{2})?)$/;

/** Whether the text is a day of the calendar. `new Date` would turn February 30 into March 2. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function isAwsDate(value: unknown): boolean {
  const day = typeof value === "string" ? DATE.exec(value)?.[1] : undefined;
  return day !== undefined && isDay(day);
}

export function isAwsDateTime(value: unknown): boolean {
  const [, day, time] = (typeof value === "string" && DATE_TIME.exec(value)) || [];
  return day !== undefined && isDay(day) && !Number.isNaN(Date.parse(`${day}T${time}Z`));
}

const isString = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);

/** Whether a value has the JSON type of a scalar. The `graphql` package converts values, such as 5 to "5". */
const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: isString,
  String: isString,
  Boolean: (value) => typeof value === "boolean",
  Float: isNumber,
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  AWSDate: isAwsDate,
  AWSDateTime: isAwsDateTime,
};

const APPSYNC_SCALARS = ["AWSDate", "AWSDateTime"];

export const schema = buildSchema(APPSYNC_SCALARS.map((name) => `scalar ${name}\n`).join("") + schemaText);
for (const name of APPSYNC_SCALARS) {
  const type = schema.getType(name);
  if (!(type instanceof GraphQLScalarType)) continue;
  type.parseValue = (value) => {
    if (!SCALARS[name]?.(value)) throw new TypeError(`${JSON.stringify(value)} is not a valid ${name}`);
    return value;
  };
}

/** The names of all queries and mutations. */
export const ROOT_FIELDS: readonly string[] = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}),
);

/** Throws a ContractViolation unless a value fits the type. Fields may be missing, because a request selects some. */
function checkValue(type: GraphQLOutputType, value: unknown, path: string): void {
  if (isNonNullType(type)) {
    checkValue(type.ofType, value, path);
  } else if (value === null || value === undefined) {
    // The execution rejects null where the type does not permit it.
  } else if (isListType(type)) {
    if (!Array.isArray(value)) throw new ContractViolation(`${path} must be an array, not ${JSON.stringify(value)}`);
    value.forEach((item, index) => checkValue(type.ofType, item, `${path}[${index}]`));
  } else if (type instanceof GraphQLEnumType) {
    if (!isString(value) || !type.getValue(String(value)))
      throw new ContractViolation(`${path} must be a ${type.name}, not ${JSON.stringify(value)}`);
  } else if (type instanceof GraphQLScalarType) {
    if (!SCALARS[type.name]?.(value))
      throw new ContractViolation(`${path} must be a ${type.name}, not ${JSON.stringify(value)}`);
  } else if (isObjectType(type)) {
    if (typeof value !== "object") throw new ContractViolation(`${path} must be a ${type.name}`);
    for (const [key, member] of Object.entries(value)) {
      const field = type.getFields()[key];
      if (!field) throw new ContractViolation(`${path}: ${type.name} has no field ${key}`);
      checkValue(field.type, member, `${path}.${key}`);
    }
  }
}

/** A field of the query or mutation that a request contains. */
export interface RootField {
  readonly name: string;
  /** The name of the field in the response: its alias, or its name. */
  readonly responseKey: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A failure of `resolve`, as opposed to a result that does not fit the schema. */
class ResolverFailure extends Error {
  constructor(override readonly cause: unknown) {
    super("The resolver failed");
  }
}

export interface GraphqlRequest {
  readonly operationName: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The outcome of a request: its data, and the failures of `resolve` by path. */
export interface Execution {
  readonly data: unknown;
  readonly failures: readonly { readonly path: readonly (string | number)[]; readonly cause: unknown }[];
}

const documents = new Map<string, DocumentNode>();

/** Parses and validates a document. Throws a ContractViolation if AppSync would reject it. */
function validDocument(operationName: string, text: string): DocumentNode {
  const known = documents.get(text);
  if (known) return known;
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    throw new ContractViolation(`${operationName}: ${String(error)}`);
  }
  rejectErrors(operationName, validate(schema, document));
  documents.set(text, document);
  return document;
}

function rejectErrors(operationName: string, errors: readonly GraphQLError[]): void {
  if (errors.length === 0) return;
  throw new ContractViolation(`${operationName}: ${errors.map((error) => error.message).join("; ")}`);
}

/**
 * Executes a request. `resolve` returns the value of a root field or throws. Throws a ContractViolation if AppSync would
 * reject the document or its variables, or if a value does not fit the schema.
 */
export async function executeRequest(
  { operationName, query, variables }: GraphqlRequest,
  resolve: (field: RootField) => unknown,
): Promise<Execution> {
  const resolveField: GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> = async (
    source,
    args,
    context,
    info,
  ) => {
    if (info.path.prev) return defaultFieldResolver(source, args, context, info);
    let value: unknown;
    try {
      value = await resolve({ name: info.fieldName, responseKey: String(info.path.key), args });
    } catch (error) {
      throw new ResolverFailure(error);
    }
    checkValue(info.returnType, value, info.fieldName);
    return value;
  };
  const document = validDocument(operationName, query);
  const { data, errors = [] } = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    fieldResolver: resolveField,
  });
  rejectErrors(
    operationName,
    errors.filter((error) => !(error.originalError instanceof ResolverFailure)),
  );
  return {
    data: data ?? null,
    failures: errors.flatMap(({ originalError, path = [] }) =>
      originalError instanceof ResolverFailure ? [{ path, cause: originalError.cause }] : [],
    ),
  };
}
