/** Reads the last reported inventory of a fridge. */
import { queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";

export interface FridgeInventory {
  readonly inventory: {
    readonly payload: {
      /** By coordinate, `row:column`. */
      readonly itemsBySlot: Readonly<
        Record<
          string,
          {
            readonly slotItemName: string;
            readonly itemsInSlot: readonly { readonly vendItemName: string; readonly productionDate: string }[];
          }
        >
      >;
    };
  };
  readonly timestamp: string;
  readonly location: string;
  readonly images: Readonly<Record<string, string>>;
  readonly shelf_life: Readonly<Record<string, number>>;
}

export const INVENTORY_FAILURE = "Unable to load the inventory, Please check your internet and your permissions";

/** Polling interval while the live connection is down, in milliseconds. */
export const INVENTORY_POLL_INTERVAL = 60_000;

export function inventoryQuery(id: string) {
  return queryOptions({
    queryKey: ["inventory", id],
    queryFn: ({ signal }) =>
      rest<FridgeInventory>("GET", `/locations/${encodeURIComponent(id)}/inventory`, undefined, { signal }),
    staleTime: 0,
  });
}
