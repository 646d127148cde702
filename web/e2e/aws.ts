/** Calls the services of the stack as the administrator of its account. */
import { AwsClient } from "aws4fetch";
import { stack } from "./stack";

/** Calls an operation of a service with a JSON API and returns its response. `version`: that of the JSON protocol. */
export async function callAws(service: string, target: string, input: unknown, version = "1.0"): Promise<unknown> {
  const { endpoint, region, credentials } = stack();
  const client = new AwsClient({ ...credentials, service, region, retries: 0 });
  const response = await client.fetch(endpoint, {
    method: "POST",
    headers: { "content-type": `application/x-amz-json-${version}`, "x-amz-target": target },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${target}: ${response.status} ${text}`);
  const body: unknown = text === "" ? null : JSON.parse(text);
  return body;
}
