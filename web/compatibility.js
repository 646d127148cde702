/**
 * Finds changes of the GraphQL schema that break open pages of an earlier release. Reads `{previous, current, documents}`
 * from standard input: two schemas, and the operations of the earlier release's web app. Prints the findings as JSON.
 *
 * A field, argument or type can be removed if the earlier release does not use it. All other breaking changes are findings,
 * because callers other than the web app can depend on them.
 */
import { readFileSync } from "node:fs";
import { BreakingChangeType, buildSchema, findBreakingChanges, parse, validate } from "graphql";

const SCALARS = "scalar AWSDateTime\nscalar AWSDate\n";

/** Removals, which are findings only if the earlier release uses what is removed. */
const REMOVALS = new Set([
  BreakingChangeType.ARG_REMOVED,
  BreakingChangeType.FIELD_REMOVED,
  BreakingChangeType.TYPE_REMOVED,
]);

const input = JSON.parse(readFileSync(0, "utf8"));
const [previous, current] = [input.previous, input.current].map((text) => buildSchema(SCALARS + text));

const breaking = findBreakingChanges(previous, current).filter(({ type }) => !REMOVALS.has(type));
const unsupported = input.documents.flatMap(({ name, text }) =>
  validate(current, parse(text)).map((error) => `${name}: ${error.message}`),
);
process.stdout.write(JSON.stringify([...breaking.map(({ description }) => description), ...unsupported]));
