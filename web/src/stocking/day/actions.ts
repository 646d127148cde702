/** What drivers told of a stocking day. */
import { graphql } from "../../api/graphql";
import type { DriverActionType } from "../../api/schema";
import type { Deed, DeedData } from "../rules/stopStatus";
import { stockingWindow } from "../rules/stockingDay";
import { getDriverActionDocument, type GetDriverActionQuery } from "./operations.generated";
import { allPages } from "./pages";

/** What a stop's status is made of. */
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

/** All actions of a type on a stocking day. */
export async function readActions(eventType: StatusAction, day: string, signal?: AbortSignal): Promise<Deed[]> {
  const { begins, ends } = stockingWindow(day);
  const filter = { eventType, createdAt: begins.toISOString(), createdBefore: ends.toISOString() };
  const actions = await allPages(
    async (nextToken) => (await graphql(getDriverActionDocument, { filter, nextToken }, { signal })).getDriverAction,
  );
  return actions.map(deedOf);
}

export function deedOf({ eventType, locationId, createdAt, user, data }: ListedAction): Deed {
  return { eventType, locationId, createdAt, user, data: dataOf(data) };
}

/** What of an action's text says at which stop it was; text that makes no sense says nothing. */
export function dataOf(text: string): DeedData {
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
