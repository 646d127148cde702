/** Reads the last reported inventory of a fridge. */
import { queryOptions } from "@tanstack/react-query";
import { rest, type ResponseBody } from "../api/rest";

export type FridgeInventory = ResponseBody<"GET /locations/{id}/inventory">;

export const INVENTORY_FAILURE = "Unable to load the inventory, Please check your internet and your permissions";

/** Polling interval while the live connection is down, in milliseconds. */
export const INVENTORY_POLL_INTERVAL = 60_000;

export function inventoryQuery(id: string) {
  return queryOptions({
    queryKey: ["inventory", id],
    queryFn: ({ signal }) => rest("GET /locations/{id}/inventory", { path: { id } }, { signal }),
    staleTime: 0,
  });
}
