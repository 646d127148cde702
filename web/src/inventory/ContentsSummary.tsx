import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "../api/errors";
import { formatAge } from "../lib/formats";
import { useNow } from "../lib/useNow";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Muted } from "../ui/text";
import { StockSummary } from "./grid/StockSummary";
import { INVENTORY_FAILURE, INVENTORY_POLL_INTERVAL, inventoryQuery } from "./inventory";
import { buildRows } from "./rules/slots";

/** The units and slots of a fridge, without the slots themselves. */
export function ContentsSummary({ id }: { readonly id: string }) {
  const now = useNow();
  const inventory = useQuery({ ...inventoryQuery(id), refetchInterval: INVENTORY_POLL_INTERVAL });
  const { data, error } = inventory;
  const slots = useMemo(() => (data ? buildRows(data, now).flatMap(({ lines }) => lines.flat()) : []), [data, now]);
  return (
    <QueryView
      query={inventory}
      label="contents"
      error={INVENTORY_FAILURE}
      notFound={{ title: messageOf(error, "Inventory not found") }}
      skeleton={<Skeleton label="contents" rows={4} />}
    >
      {({ timestamp }) => (
        <>
          <StockSummary slots={slots} />
          <Muted as="p">Reported {formatAge(Date.parse(timestamp), Math.max(now, Date.parse(timestamp)))}</Muted>
        </>
      )}
    </QueryView>
  );
}
