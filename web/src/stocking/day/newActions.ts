/** Reads new driver actions and overrides of a day when live events announce them. */
import { useRef } from "react";
import { stockingDayChannel } from "../../api/channels";
import { graphql } from "../../api/graphql";
import { useLive } from "../../api/live";
import type { DriverActionFilter, DriverActionType } from "../../api/schema";
import { stockingWindow } from "../rules/stockingDay";
import { NewDriverActionsDocument, type NewActionFragment } from "./operations.generated";

export type NewAction = NewActionFragment;

/** The maximum difference between the clocks of phones, server and browser, in milliseconds. */
const CLOCK_SKEW = 2 * 60_000;
/** How long a written action can be missing from reads, in milliseconds. */
const READ_DELAY = 1_000;

interface Options {
  /** When the whole day was last read, in milliseconds; 0 if never. */
  readonly readAt: number;
  readonly onActions: (actions: readonly NewAction[]) => void;
  /** Reads the whole day. Called for an action that is not among the newest, such as one that a phone sent late. */
  readonly readDay: () => Promise<unknown>;
  readonly onConnected: () => void;
}

/** Reads the newest actions of a day after each live event. Returns the state of the live connection. */
export function useNewActions(day: string, { readAt, onActions, readDay, onConnected }: Options) {
  const lastRead = useRef({ day, at: 0 });
  return useLive(
    [stockingDayChannel(day)],
    {
      driverAction: async (ids) => {
        const startedAt = Date.now();
        const last = lastRead.current.day === day ? lastRead.current.at : 0;
        const since = (Math.max(last, readAt) || startedAt) - CLOCK_SKEW;
        const readNewest = async () => {
          const { actions, complete } = await readSince(day, since);
          onActions(actions);
          const found = new Set(actions.map(({ id }) => id));
          return complete && [...ids].every((id) => found.has(id));
        };
        const found = (await readNewest()) || (await afterReadDelay(readNewest));
        lastRead.current = { day, at: startedAt };
        if (!found) await readDay();
      },
    },
    onConnected,
  );
}

async function afterReadDelay<Result>(work: () => Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, READ_DELAY));
  return work();
}

/** Reads the first page of each type since a time. `complete` is false if further pages exist. */
async function readSince(day: string, since: number) {
  const { ends } = stockingWindow(day);
  const createdAt = new Date(Math.min(since, ends.getTime() - CLOCK_SKEW)).toISOString();
  const filterFor = (eventType: DriverActionType): DriverActionFilter => ({
    eventType,
    createdAt,
    createdBefore: ends.toISOString(),
  });
  const response = await graphql(NewDriverActionsDocument, {
    LocationStocked: filterFor("LocationStocked"),
    PackingSlipQuery: filterFor("PackingSlipQuery"),
    DropOffComplete: filterFor("DropOffComplete"),
    LocationUnreachable: filterFor("LocationUnreachable"),
    VanTemperature: filterFor("VanTemperature"),
    InventoryRemoval: filterFor("InventoryRemoval"),
    ClearOutDecommission: filterFor("ClearOutDecommission"),
    // A drop can be decided on another day than its drop-off date.
    DropOverride: { eventType: "DropOverride", dropOffDate: day },
  });
  const pages = Object.values(response);
  return {
    actions: pages.flatMap(({ items }) => items),
    complete: pages.every(({ nextToken }) => nextToken === null),
  };
}
