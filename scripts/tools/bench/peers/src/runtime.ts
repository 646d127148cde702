/** The loop of a function: reads events from the Lambda Runtime API and sends responses, as the runtime of AWS does. */

import { Agent, request, type IncomingMessage } from "node:http";
import { Forbidden, loadActions, type Identity } from "./permissions";

/** An AppSync field's event. */
export interface FieldEvent {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
}

/** The user of a call and the time at which it started. */
export interface Call {
  readonly user: string;
  readonly sub: string;
  readonly now: string;
}

/** A GraphQL field: the actions that it requires, and the function. */
export interface Field<Result> {
  readonly name: string;
  readonly actions: readonly string[];
  run(input: Readonly<Record<string, unknown>>, call: Call): Promise<Result>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const [hostname, port] = (process.env["AWS_LAMBDA_RUNTIME_API"] ?? "").split(":");

interface Response {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

function call(method: string, path: string, body?: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request({ hostname, port, method, path: `/2018-06-01/runtime/${path}`, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks).toString("utf8") }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function respond<Result>(field: Field<Result>, text: string): Promise<string> {
  const started = performance.now();
  const event: FieldEvent = JSON.parse(text);
  const { claims } = event.identity;
  const granted = await loadActions(event.identity);
  const missing = field.actions.filter((action) => !granted.has(action));
  if (missing.length > 0) throw new Forbidden(`This requires ${missing.join(", ")}`);
  const data = await field.run(event.arguments, { user: claims.email, sub: claims.sub, now: new Date().toISOString() });
  const response = JSON.stringify({ data });
  console.log(JSON.stringify({ level: "INFO", operation: field.name, milliseconds: performance.now() - started }));
  return response;
}

/** Serves the field until the process ends. */
export async function serve<Result>(field: Field<Result>): Promise<never> {
  for (;;) {
    const { headers, body } = await call("GET", "invocation/next");
    const id = String(headers["lambda-runtime-aws-request-id"]);
    try {
      await call("POST", `invocation/${id}/response`, await respond(field, body));
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      console.error(message);
      await call("POST", `invocation/${id}/error`, JSON.stringify({ errorMessage: message, errorType: "Error" }));
    }
  }
}
