import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { followFridgeDocument } from "./operations.generated";

/** The interval at which an open page repeats `followFridge`, in milliseconds. A call counts for 15 minutes. */
const FOLLOW_INTERVAL = 5 * 60_000;

/**
 * Asks for live events of the fridge while its page is visible (HLT-24). Returns the end of the time that a call counts. It
 * has no effect on reports of a fridge that has never reported, nor on inventories of one without an inventory: repeat it
 * after the first one.
 */
export function followFridgeQuery(id: string) {
  return queryOptions({
    queryKey: ["followFridge", id],
    queryFn: async ({ signal }) => (await graphql(followFridgeDocument, { id }, { signal })).followFridge,
    refetchInterval: FOLLOW_INTERVAL,
    staleTime: FOLLOW_INTERVAL,
  });
}
