/** The stack under test. `scripts/up` writes its description. */
import { readFileSync } from "node:fs";
import path from "node:path";

export type Profile = "admin" | "operations" | "logistics" | "customer-service" | "read-only" | "no-permissions";

export interface StackUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly profile: Profile;
}

export interface Stack {
  readonly endpoint: string;
  /** The credentials of the administrator of the account. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  readonly graphqlUrl: string;
  readonly restUrl: string;
  readonly webUrl: string;
  /** The mock of the partners' services. */
  readonly partnersUrl: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Table names by name. */
  readonly tables: Readonly<Record<string, string>>;
  /** Queue URLs by name. */
  readonly queues: Readonly<Record<string, string>>;
  readonly users: readonly StackUser[];
}

/** The description of the stack. */
export const STACK_FILE = path.resolve(process.env.LARDER_STACK ?? "../.local/stack.json");

export function stack(): Stack {
  return JSON.parse(readFileSync(STACK_FILE, "utf8")) as Stack;
}

export function webUrl({ webUrl }: Stack): string {
  return process.env.LARDER_WEB_URL ?? webUrl;
}

export function userOf(profile: Profile): StackUser {
  const user = stack().users.find((candidate) => candidate.profile === profile);
  if (!user) throw new Error(`The stack has no user of profile ${profile}`);
  return user;
}
