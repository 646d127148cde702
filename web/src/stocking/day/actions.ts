/** Reads the driver actions of a stocking day. */
import { graphql } from "../../api/graphql";
import type { DriverActionType } from "../../api/schema";
import type { DriverAction, DriverActionData } from "../rules/stopStatus";
import { stockingWindow } from "../rules/stockingDay";
import { getDriverActionDocument, type GetDriverActionQuery } from "./operations.generated";
import { readAllPages, type PageOf } from "./pages";

/** The action types that determine the status of a stop. */
export const STATUS_ACTIONS = [
  "LocationStocked",
  "PackingSlipQuery",
  "DropOffComplete",
  "LocationUnreachable",
  "VanTemperature",
  "InventoryRemoval",
  "ClearOutDecommission",
] as const satisfies readonly DriverActionType[];

export type StatusAction = (typeof STATUS_ACTIONS)[number];

export type ListedAction = GetDriverActionQuery["getDriverAction"]["items"][number];

/** Reads all actions of a type on a stocking day. */
export async function readActions(eventType: StatusAction, day: string, signal?: AbortSignal): Promise<DriverAction[]> {
  return readAllPages(actionPages(eventType, day, signal));
}

/** Returns a function that reads a page of the actions of a type on a stocking day. */
export function actionPages(eventType: StatusAction, day: string, signal?: AbortSignal) {
  const { begins, ends } = stockingWindow(day);
  const filter = { eventType, createdAt: begins.toISOString(), createdBefore: ends.toISOString() };
  return async (cursor: string | null): Promise<PageOf<DriverAction>> => {
    const variables = { filter, nextToken: cursor };
    const { items, nextToken } = (await graphql(getDriverActionDocument, variables, { signal })).getDriverAction;
    return { items: items.map(toDriverAction), nextToken };
  };
}

export function toDriverAction({ eventType, locationId, createdAt, user, data }: ListedAction): DriverAction {
  return { eventType, locationId, createdAt, user, data: parseActionData(data) };
}

/** Parses the fields that identify the stop. Returns an empty object for invalid JSON. */
export function parseActionData(text: string): DriverActionData {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof data !== "object" || data === null) return {};
  const { stockingIndex, packingSlipId, route } = data as Readonly<Record<string, unknown>>;
  return {
    ...(typeof stockingIndex === "number" ? { stockingIndex } : {}),
    ...(typeof packingSlipId === "string" ? { packingSlipId } : {}),
    ...(typeof route === "string" ? { route } : {}),
  };
}
