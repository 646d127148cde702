/**
 * Replaces `fetch` by a fake server (`fakeServer.ts`) until the end of the test. The test provides a handler for each
 * operation. The test fails if a call has no handler, or if a request or a handler's result does not fit the contract.
 */
import { onTestFinished, vi } from "vitest";
import { connect } from "../src/api/transport";
import type { Action } from "../src/api/actions";
import { createFakeServer, type FakeServer, type Handlers } from "./fakeServer";
import { sampleHandlers } from "./mock/sampleServer";
import { actionsOf, flagsOf, type Profile } from "./profiles";

export type { Handler } from "./fakeServer";
export { FunctionTimeout, ServerError } from "./serverErrors";

export interface ServerOptions {
  readonly profile?: Profile;
  readonly handlers?: Handlers;
  /** The caller's actions, if they are not those of the profile. */
  readonly actions?: readonly Action[];
  /** Whether the sample server (`mock/`) handles the operations that have no handler. */
  readonly sample?: boolean;
}

export type Server = Pick<FakeServer, "calls" | "disableAccount">;

export function startServer({ profile = "admin", handlers = {}, actions, sample }: ServerOptions = {}): Server {
  const violations: unknown[] = [];
  // A call that the test does not wait for fails the test too, unless it is still pending at the end.
  onTestFinished(() => {
    if (violations.length > 0) throw violations[0];
  });
  const samples = sample ? sampleHandlers({ now: new Date(), profile }) : undefined;
  const { calls, disableAccount, fetch } = createFakeServer({
    actions: () => actions ?? samples?.actions() ?? actionsOf(profile),
    flags: () => samples?.flags() ?? flagsOf(profile),
    handlers: { ...samples?.handlers, ...handlers },
    routes: samples?.routes,
    graphqlUrl: "/graphql",
    restUrl: "/rest",
    onViolation: (error) => violations.push(error),
  });
  vi.stubGlobal("fetch", fetch);
  connect({ graphqlUrl: "/graphql", restUrl: "/rest", idToken: () => Promise.resolve(`token of ${profile}`) });
  return { calls, disableAccount };
}
