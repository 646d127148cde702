/** What drivers and dispatchers did since a day was read, when live events say that they did something. */
import { useRef } from "react";
import { stockingDayChannel } from "../../api/channels";
import { graphql } from "../../api/graphql";
import { useLive } from "../../api/live";
import type { DriverActionFilter, DriverActionType } from "../../api/schema";
import { stockingWindow } from "../rules/stockingDay";
import { NewDriverActionsDocument, type NewActionFragment } from "./operations.generated";

export type NewAction = NewActionFragment;

/** By how much the clocks of drivers' phones, of the server and of this browser may differ. */
const CLOCK_SKEW = 2 * 60_000;
/** How long a written action may take until a read finds it. */
const VISIBLE_AFTER = 1_000;

interface Options {
  /** When the whole day was read last; 0 where it was not yet. */
  readonly readAt: number;
  readonly onActions: (actions: readonly NewAction[]) => void;
  /** Reads the whole day: for an action that is not among the newest, such as one that a phone sent late. */
  readonly readDay: () => Promise<unknown>;
  readonly onConnected: () => void;
}

/** Reads the newest actions of a day each time that something was done, and says whether it will know of it. */
export function useNewActions(day: string, { readAt, onActions, readDay, onConnected }: Options) {
  const lastRead = useRef({ day, at: 0 });
  return useLive(
    [stockingDayChannel(day)],
    {
      driverAction: async (ids) => {
        const startedAt = Date.now();
        const last = lastRead.current.day === day ? lastRead.current.at : 0;
        const since = (Math.max(last, readAt) || startedAt) - CLOCK_SKEW;
        const all = async () => {
          const { actions, complete } = await readSince(day, since);
          onActions(actions);
          const found = new Set(actions.map(({ id }) => id));
          return complete && [...ids].every((id) => found.has(id));
        };
        const found = (await all()) || (await later(all));
        lastRead.current = { day, at: startedAt };
        if (!found) await readDay();
      },
    },
    onConnected,
  );
}

async function later<Result>(work: () => Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, VISIBLE_AFTER));
  return work();
}

/** The first page of each type since then; complete where there is no further page. */
async function readSince(day: string, since: number) {
  const { ends } = stockingWindow(day);
  const createdAt = new Date(Math.min(since, ends.getTime() - CLOCK_SKEW)).toISOString();
  const within = (eventType: DriverActionType): DriverActionFilter => ({
    eventType,
    createdAt,
    createdBefore: ends.toISOString(),
  });
  const read = await graphql(NewDriverActionsDocument, {
    LocationStocked: within("LocationStocked"),
    PackingSlipQuery: within("PackingSlipQuery"),
    DropOffComplete: within("DropOffComplete"),
    LocationUnreachable: within("LocationUnreachable"),
    VanTemperature: within("VanTemperature"),
    InventoryRemoval: within("InventoryRemoval"),
    ClearOutDecommission: within("ClearOutDecommission"),
    // A drop may be decided days before or after its own.
    DropOverride: { eventType: "DropOverride", dropOffDate: day },
  });
  const pages = Object.values(read);
  return {
    actions: pages.flatMap(({ items }) => items),
    complete: pages.every(({ nextToken }) => nextToken === null),
  };
}
