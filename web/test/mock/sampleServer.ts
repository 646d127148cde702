/** A server with sample data for all screens. It keeps changes in memory. */
import { ACTIONS } from "../../src/api/actions";
import {
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  type Handler,
  type RouteHandler,
} from "../fakeServer";
import type { Profile } from "../profiles";
import { graphqlHandlers } from "./graphqlHandlers";
import { STORAGE_HANDLERS, restHandlers } from "./restHandlers";
import { entryOf, prepend, type SampleContext } from "./sampleContext";
import { actionsOfStaff, createSampleState, type SampleState } from "./sampleData";

export interface SampleOptions {
  /** The time of the sample data. Then it passes as on the computer's clock. */
  readonly now: Date;
  readonly profile: Profile;
}

/** The options of a fake server with the sample data. */
export interface SampleHandlers extends Pick<FakeServerOptions, "actions" | "flags" | "handlers"> {
  readonly routes: Readonly<Record<string, RouteHandler>>;
}

/** The handlers of all operations for the user of a profile. The user's permissions are those in the sample data. */
export function sampleHandlers({ now, profile }: SampleOptions): SampleHandlers {
  const state = createSampleState(now);
  const user = `${profile}@larder.example`;
  const shift = now.getTime() - Date.now();
  const at = (offset: number) => new Date(Date.now() + shift + offset).toISOString();
  const context: SampleContext = {
    state,
    user,
    actions: () => actionsOfStaff(state, user, ACTIONS),
    flags: () => state.flags[user] ?? [],
    now: () => at(0),
    earlier: (milliseconds) => at(-milliseconds),
    later: (milliseconds) => at(milliseconds),
  };
  /** Applies due changes before each call. */
  const withDueChanges =
    <Input>(handler: (input: Input) => unknown) =>
    (input: Input) => {
      applyDueChanges(context);
      return handler(input);
    };
  const handlers: Record<string, Handler> = { ...STORAGE_HANDLERS };
  for (const [name, handler] of Object.entries(graphqlHandlers(context))) handlers[name] = withDueChanges(handler);
  const routes: Record<string, RouteHandler> = {};
  for (const [name, handler] of Object.entries(restHandlers(context))) routes[name] = withDueChanges(handler);
  return { actions: context.actions, flags: context.flags, handlers, routes };
}

/** Applies the scheduled changes whose time came, as the server's worker does. */
function applyDueChanges({ state, now }: SampleContext): void {
  const isDue = (change: SampleState["scheduleChanges"][number]) =>
    change.state === "PENDING" && change.actionTime <= now();
  const due = state.scheduleChanges.filter(isDue);
  if (due.length === 0) return;
  state.scheduleChanges = state.scheduleChanges.filter((change) => !isDue(change));
  for (const { id, user, change } of due) {
    const { attribute, value } = change;
    const parsed: unknown = JSON.parse(value);
    state.locations = state.locations.map((location) =>
      location.id === id
        ? { ...location, [attribute]: parsed, version: location.version + 1, lastModified: now() }
        : location,
    );
    prepend(state.locationHistory, id, {
      ...entryOf(now(), user),
      event: "SCHEDULE_APPLIED",
      changes: [{ attribute, from: null, to: value }],
      reason: null,
      note: null,
    });
  }
}

/** The fake server with the sample handlers. */
export function createSampleServer(
  options: SampleOptions & Pick<FakeServerOptions, "graphqlUrl" | "restUrl" | "onViolation">,
): FakeServer {
  const { graphqlUrl, restUrl, onViolation } = options;
  return createFakeServer({ ...sampleHandlers(options), graphqlUrl, restUrl, onViolation });
}
